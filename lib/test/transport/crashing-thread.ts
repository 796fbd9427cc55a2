// An engine in a worker thread that fails at once.
throw new Error('a fault, as this test wants it');

export {};
