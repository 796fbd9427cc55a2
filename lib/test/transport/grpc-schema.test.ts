import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSync } from '@grpc/proto-loader';
import { projectRoot } from '../../src/engine';
import { grpcMethod, grpcService } from '../../src/transport/grpc-messages';

const typed = loadSync(join(projectRoot(), 'engine-rs', 'crates', 'grpc', 'proto', 'engine.proto'), {
  longs: String,
  oneofs: true,
})['ipc_tax.Engine'] as typeof grpcService;

/** A message's fields as the descriptor has them. */
interface Field {
  name: string;
  number: number;
  label: string;
  type: string;
}

const fieldsOf = (message: { type: object }) => (message.type as { field: Field[] }).field;

const PACKED = ['TYPE_DOUBLE', 'TYPE_SFIXED64'];

test('the calls are those of the .proto file', () => {
  const calls = (service: typeof grpcService) =>
    Object.values(service).map(({ path, requestStream, responseStream }) => ({
      path,
      requestStream,
      responseStream,
    }));
  assert.deepEqual(calls(grpcService), calls(typed));
});

test('the messages are those of the .proto file, with packed lists of eight bytes as bytes', () => {
  for (const [name, method] of Object.entries(typed)) {
    const own = grpcService[name]!;
    for (const [expected, actual] of [
      [method.requestType, own.requestType],
      [method.responseType, own.responseType],
    ] as const) {
      const asBytes = fieldsOf(expected).map((field) =>
        field.label === 'LABEL_REPEATED' && PACKED.includes(field.type)
          ? { ...field, label: 'LABEL_OPTIONAL', type: 'TYPE_BYTES' }
          : field,
      );
      const told = ({ name: field, number, label, type }: Field) => ({ field, number, label, type });
      assert.deepEqual(fieldsOf(actual).map(told), asBytes.map(told), name);
    }
  }
});

test('lists of numbers are the same bytes as the usual client writes and reads', () => {
  const close = Float64Array.of(1.5, -2.25, 1e300, 0);
  const params = BigInt64Array.of(3n, 6n, 2n, 1n, 2n, 2n ** 63n - 1n);
  const bytes = (array: Float64Array | BigInt64Array) => Buffer.from(array.buffer);
  const own = grpcMethod('sweep').requestSerialize({ close: bytes(close), params: bytes(params) });
  const usual = typed.Sweep!.requestSerialize({
    close: Array.from(close),
    params: Array.from(params, String),
  });
  assert.deepEqual(own, usual);
  const back = grpcMethod('sweep').responseDeserialize(
    typed.Sweep!.responseSerialize({ pnl: Array.from(close), trades: ['0', '-1', '7', '1'] }),
  ) as { pnl: Buffer; trades: Buffer };
  assert.deepEqual(back.pnl, bytes(close));
  assert.deepEqual(back.trades, bytes(BigInt64Array.of(0n, -1n, 7n, 1n)));
});
