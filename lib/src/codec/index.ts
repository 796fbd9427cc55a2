export type { Codec } from './codec';
export type { Losses, LossKind, LossOptions } from './losses';
export { type CodecName, codecNamed, codecNames, codecs } from './registry';
export { type CodecRequest, codecRequest, requestDifference } from './request';
