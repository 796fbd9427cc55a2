import type { Socket } from 'node:net';
import {
  CallCredentials,
  ChannelCredentials,
  Client,
  connectivityState,
  type experimental,
} from '@grpc/grpc-js';
import { ConnectionError } from '../errors';
import type { ConnectOptions } from './connection';
import { hostPort } from './host-port';
import { checkSignal, patience } from './patience';

/** A client of @grpc/grpc-js and the one socket it speaks over. */
export interface GrpcChannel {
  client: Client;
  socket: Socket;
}

/** Bytes of a message beside those that its frame would have. */
const BESIDE = 1024;

/** As much as a side may send ahead: HTTP/2's own 64 KiB would make a reply of the study's size wait 18 times. */
const WINDOW = 1024 * 1024;

const NEVER = 2 ** 31 - 1;

/**
 * Opens a channel to an engine's `HOST:PORT`. It has one connection and never gets another: what the engine holds goes
 * with it.
 * @throws ConnectionError when nothing that speaks HTTP/2 listens there; TimeoutError, CancelledError.
 */
export async function openChannel(address: string, options: ConnectOptions): Promise<GrpcChannel> {
  const { host, port } = hostPort(address);
  const what = `connecting to ${address}`;
  checkSignal(what, options.signal);
  const once = new OneSocket();
  const scheme =
    host === 'localhost' ? 'dns:localhost' : host.includes(':') ? `ipv6:[${host}]` : `ipv4:${host}`;
  const client = new Client(`${scheme}:${port}`, once, {
    'grpc.max_receive_message_length': options.longestReply + BESIDE,
    'grpc.max_send_message_length': -1,
    'grpc.enable_retries': 0,
    'grpc.enable_http_proxy': 0,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.service_config_disable_resolution': 1,
    'grpc.client_idle_timeout_ms': NEVER,
    'grpc-node.flow_control_window': WINDOW,
  });
  // The library's own socket does not keep this process alive while it connects.
  const holding = setInterval(() => {}, NEVER);
  return new Promise<GrpcChannel>((resolve, reject) => {
    const fail = (error: Error) => {
      forget();
      client.close();
      once.socket?.destroy();
      reject(error);
    };
    const forget = patience(what, options, fail);
    const channel = client.getChannel();
    const look = () => {
      const state = channel.getConnectivityState(true);
      if (state === connectivityState.READY && once.socket !== null) {
        forget();
        once.socket.unref();
        resolve({ client, socket: once.socket });
      } else if (state === connectivityState.TRANSIENT_FAILURE) {
        fail(new ConnectionError(`can't connect to ${address}: nothing that speaks HTTP/2 answers there`));
      } else if (state !== connectivityState.SHUTDOWN) {
        channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, look);
      }
    };
    look();
  }).finally(() => clearInterval(holding));
}

/**
 * No credentials at all, as on loopback. They are also where the library shows the socket it connected: this one takes
 * the first and refuses every other.
 */
class OneSocket extends ChannelCredentials {
  socket: Socket | null = null;

  _isSecure(): boolean {
    return false;
  }

  _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  _createSecureConnector(): experimental.SecureConnector {
    const credentials = CallCredentials.createEmpty();
    return {
      connect: async (socket) => {
        if (this.socket !== null) throw new Error('the connection is gone');
        this.socket = socket;
        return { socket, secure: false };
      },
      waitForReady: async () => {},
      getCallCredentials: () => credentials,
      destroy() {},
    };
  }
}
