/** What a cell imports; nothing else is public. */
export * from './codec';
export * from './engine';
export * from './errors';
export * from './figures';
export * from './kernel';
export * from './market';
export * from './model';
export * from './notebook';
export * from './report';
export * from './study';
export * from './transport';
