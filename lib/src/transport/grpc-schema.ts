/**
 * engine-rs/crates/grpc/proto/engine.proto as @grpc/proto-loader reads it, but for one thing: packed lists of double and
 * sfixed64 are called bytes here. They are the same on the wire, and lists of JavaScript numbers are slow to make and
 * lose the bits of NaN. The test of this file compares the two.
 */
export const grpcSchema = {
  nested: {
    ipc_tax: {
      nested: {
        Engine: {
          methods: {
            Sweep: {
              requestType: 'SweepRequest',
              responseType: 'SweepReply',
            },
            Echo: {
              requestType: 'EchoRequest',
              responseType: 'EchoReply',
            },
            Load: {
              requestType: 'LoadRequest',
              responseType: 'LoadReply',
            },
            SweepLoaded: {
              requestType: 'SweepLoadedRequest',
              responseType: 'SweepReply',
            },
            Drop: {
              requestType: 'DropRequest',
              responseType: 'DropReply',
            },
            OpenLive: {
              requestType: 'OpenLiveRequest',
              responseType: 'OpenLiveReply',
            },
            Tick: {
              requestType: 'TickRequest',
              responseType: 'TickReply',
            },
            CloseLive: {
              requestType: 'CloseLiveRequest',
              responseType: 'CloseLiveReply',
            },
            Info: {
              requestType: 'InfoRequest',
              responseType: 'InfoReply',
            },
            Timing: {
              requestType: 'TimingRequest',
              responseType: 'TimingReply',
            },
            Converse: {
              requestType: 'Request',
              requestStream: true,
              responseType: 'Reply',
              responseStream: true,
            },
          },
        },
        SweepRequest: {
          fields: {
            close: {
              type: 'bytes',
              id: 1,
            },
            params: {
              type: 'bytes',
              id: 2,
            },
          },
        },
        SweepReply: {
          fields: {
            pnl: {
              type: 'bytes',
              id: 1,
            },
            trades: {
              type: 'bytes',
              id: 2,
            },
          },
        },
        EchoRequest: {
          fields: {
            floats: {
              type: 'bytes',
              id: 1,
            },
          },
        },
        EchoReply: {
          fields: {
            floats: {
              type: 'bytes',
              id: 1,
            },
          },
        },
        LoadRequest: {
          fields: {
            close: {
              type: 'bytes',
              id: 1,
            },
          },
        },
        LoadReply: {
          fields: {
            series: {
              type: 'uint32',
              id: 1,
            },
          },
        },
        SweepLoadedRequest: {
          fields: {
            series: {
              type: 'uint32',
              id: 1,
            },
            params: {
              type: 'bytes',
              id: 2,
            },
          },
        },
        DropRequest: {
          fields: {
            series: {
              type: 'uint32',
              id: 1,
            },
          },
        },
        DropReply: {
          fields: {},
        },
        OpenLiveRequest: {
          fields: {
            params: {
              type: 'bytes',
              id: 1,
            },
          },
        },
        OpenLiveReply: {
          fields: {
            session: {
              type: 'uint32',
              id: 1,
            },
          },
        },
        TickRequest: {
          fields: {
            session: {
              type: 'uint32',
              id: 1,
            },
            close: {
              type: 'bytes',
              id: 2,
            },
          },
        },
        TickReply: {
          fields: {
            side: {
              type: 'bytes',
              id: 1,
            },
            trades: {
              type: 'bytes',
              id: 2,
            },
            pnl: {
              type: 'bytes',
              id: 3,
            },
          },
        },
        CloseLiveRequest: {
          fields: {
            session: {
              type: 'uint32',
              id: 1,
            },
          },
        },
        CloseLiveReply: {
          fields: {},
        },
        InfoRequest: {
          fields: {},
        },
        InfoReply: {
          fields: {
            json: {
              type: 'string',
              id: 1,
            },
          },
        },
        TimingRequest: {
          fields: {},
        },
        TimingReply: {
          fields: {
            complete: {
              type: 'fixed64',
              id: 1,
            },
            parsed: {
              type: 'fixed64',
              id: 2,
            },
            computed: {
              type: 'fixed64',
              id: 3,
            },
            encoded: {
              type: 'fixed64',
              id: 4,
            },
            writeBegun: {
              type: 'fixed64',
              id: 5,
            },
          },
        },
        Request: {
          oneofs: {
            ask: {
              oneof: [
                'sweep',
                'echo',
                'load',
                'sweepLoaded',
                'drop',
                'openLive',
                'tick',
                'closeLive',
                'info',
                'timing',
              ],
            },
          },
          fields: {
            sweep: {
              type: 'SweepRequest',
              id: 1,
            },
            echo: {
              type: 'EchoRequest',
              id: 2,
            },
            load: {
              type: 'LoadRequest',
              id: 3,
            },
            sweepLoaded: {
              type: 'SweepLoadedRequest',
              id: 4,
            },
            drop: {
              type: 'DropRequest',
              id: 5,
            },
            openLive: {
              type: 'OpenLiveRequest',
              id: 6,
            },
            tick: {
              type: 'TickRequest',
              id: 7,
            },
            closeLive: {
              type: 'CloseLiveRequest',
              id: 8,
            },
            info: {
              type: 'InfoRequest',
              id: 9,
            },
            timing: {
              type: 'TimingRequest',
              id: 10,
            },
          },
        },
        Reply: {
          oneofs: {
            answer: {
              oneof: [
                'sweep',
                'echo',
                'load',
                'drop',
                'openLive',
                'tick',
                'closeLive',
                'info',
                'timing',
                'error',
              ],
            },
          },
          fields: {
            sweep: {
              type: 'SweepReply',
              id: 1,
            },
            echo: {
              type: 'EchoReply',
              id: 2,
            },
            load: {
              type: 'LoadReply',
              id: 3,
            },
            drop: {
              type: 'DropReply',
              id: 5,
            },
            openLive: {
              type: 'OpenLiveReply',
              id: 6,
            },
            tick: {
              type: 'TickReply',
              id: 7,
            },
            closeLive: {
              type: 'CloseLiveReply',
              id: 8,
            },
            info: {
              type: 'InfoReply',
              id: 9,
            },
            timing: {
              type: 'TimingReply',
              id: 10,
            },
            error: {
              type: 'Error',
              id: 15,
            },
          },
        },
        Error: {
          fields: {
            code: {
              type: 'uint32',
              id: 1,
            },
            message: {
              type: 'string',
              id: 2,
            },
          },
        },
      },
    },
  },
};
