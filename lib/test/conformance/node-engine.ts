/** The engine in TypeScript: a second one to test clients and the first against. */
export { ThreadEngine as NodeEngine } from '../../src/transport/worker/thread-engine';
