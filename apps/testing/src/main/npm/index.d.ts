/** What is to happen to requests. */
export interface Failure {
  fault: 'throttle' | 'retry-with' | 'unavailable' | 'gone' | 'timeout' | 'lost-answer' | 'latency';
  /** How many requests; all of them without it. */
  count?: number;
  partition?: string;
  key?: unknown[];
  operations?: 'all' | 'reads' | 'writes';
  latencyMillis?: number;
  retryAfterMillis?: number;
}

/** A server for tests: a process of its own with its data in memory, at any free port. */
export class TestServer {
  readonly endpoint: string;
  readonly key: string;
  readonly connectionString: string;
  /** Where other protocols are reached, by their titles, such as 'MongoDB API'. */
  readonly addresses: ReadonlyMap<string, string>;
  /** What the server has written. */
  readonly logs: string;

  /**
   * Starts a server from the package that `home` or the variable PARTITA_HOME names: its folder, or
   * its tar.gz, which is unpacked once.
   */
  static start(options?: { home?: string; arguments?: string[] }): Promise<TestServer>;
  /** The server that all tests of this process share. */
  static shared(): Promise<TestServer>;

  /** Deletes all databases, and ends all failures that were asked for. */
  reset(): Promise<void>;
  /** Moves the server's clock forward. */
  advanceClock(millis: number): Promise<void>;
  /** Has requests for items fail; resolves to what ends that. */
  fail(database: string, container: string, failure: Failure): Promise<() => Promise<void>>;
  split(database: string, container: string, partition: string): Promise<void>;
  merge(database: string, container: string, left: string, right: string): Promise<void>;
  close(): Promise<void>;
}
