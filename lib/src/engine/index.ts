export { BINARY_VARIABLE, builtBinary, engineBinary } from './binary';
export type { CallOptions, EchoOptions } from './call-options';
export { EngineClient } from './client';
export { Engine } from './engine';
export { LiveSession, LoadedSeries } from './held';
export { INTERRUPT_EVENT } from './interrupt';
export { ENGINE_KERNELS, type EngineKernel, type EngineLimits, type EngineOptions } from './options';
export { projectRoot } from './project';
export { startEngine } from './start';
