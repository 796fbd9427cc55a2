/** What a cell imports; nothing else is public. */
export * from './errors';
