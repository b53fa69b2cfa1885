// Servers for tests, from a package of Partita. Needs nothing but Node.js.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const KEY = 'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';
const START_MILLIS = 120_000;
const LINES_MAX = 10_000;

const launcher = (home) => join(home, platform() === 'win32' ? 'partita.cmd' : 'partita');

// The environment without settings, which are meant for other servers.
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PARTITA_')));
}

function run(command, ...parameters) {
  const done = spawnSync(command, parameters, { env: environment(), encoding: 'utf8' });
  if (done.status !== 0) {
    throw new Error(`${command} failed: ${done.error ?? done.stderr}`);
  }
}

// Unpacks a package once; another process may be faster.
function unpacked(archive) {
  const file = realpathSync(archive);
  const { mtimeMs, size } = statSync(file);
  const cache = join(homedir(), '.cache', 'partita-testing');
  const folder = join(cache, `${basename(file)}-${Math.trunc(mtimeMs)}-${size}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const fresh = mkdtempSync(join(cache, 'unpacking'));
    run('tar', 'xzf', file, '-C', fresh, '--strip-components=1');
    if (platform() !== 'win32') {
      run(launcher(fresh), 'prepare');
    }
    try {
      renameSync(fresh, folder);
    } catch (failure) {
      rmSync(fresh, { recursive: true });
      if (!existsSync(folder)) {
        throw failure;
      }
    }
  }
  return folder;
}

function installation(given) {
  const named = given ?? process.env.PARTITA_HOME ?? '/usr/lib/partita';
  const home = named.endsWith('.tar.gz') ? unpacked(named) : resolve(named);
  if (!existsSync(launcher(home))) {
    throw new Error(
      'There is no server to start: set PARTITA_HOME to the folder of an unpacked package of Partita, or to its tar.gz.',
    );
  }
  return home;
}

export class TestServer {
  static #shared;
  #process;
  #lines = [];
  #end = () => this.#process.kill();

  constructor(child) {
    this.#process = child;
    this.key = KEY;
    this.addresses = new Map();
  }

  static async start({ home, arguments: more = [] } = {}) {
    const parameters = ['serve', '--in-memory', '--port', '0', '--rehearsals', ...more];
    const child = spawn(launcher(installation(home)), parameters, {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: platform() === 'win32',
    });
    const server = new TestServer(child);
    await server.#started();
    return server;
  }

  static shared() {
    TestServer.#shared ??= TestServer.start().then((server) => {
      // Tests shall end without closing what they share.
      server.#unref();
      return server;
    });
    return TestServer.#shared;
  }

  #unref() {
    this.#process.unref();
    this.#process.stdout.unref();
    this.#process.stderr.unref();
  }

  #started() {
    process.once('exit', this.#end);
    return new Promise((settle, refuse) => {
      const failed = (why) => refuse(new Error(`The server did not start: ${why}\n${this.logs}`));
      const patience = setTimeout(() => {
        this.#process.kill('SIGKILL');
        failed('it took too long');
      }, START_MILLIS);
      this.#process.once('error', failed);
      this.#process.once('exit', (code) => {
        clearTimeout(patience);
        failed(`exit code ${code}`);
      });
      for (const stream of [this.#process.stdout, this.#process.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          this.#take(line);
          if (line === 'Started') {
            clearTimeout(patience);
            settle();
          }
        });
      }
    });
  }

  #take(line) {
    this.#lines.push(line);
    if (this.#lines.length > LINES_MAX) {
      this.#lines.shift();
    }
    const listening = /^Now listening on: (.*)$/.exec(line);
    if (listening) {
      this.endpoint ??= listening[1];
    }
    const address = /^(.+?) at: (.*)$/.exec(line);
    if (address) {
      this.addresses.set(address[1], address[2]);
    }
  }

  get connectionString() {
    return `AccountEndpoint=${this.endpoint}/;AccountKey=${KEY};`;
  }

  get logs() {
    return this.#lines.join('\n');
  }

  async #admin(method, path, body) {
    const answer = await fetch(`${this.endpoint}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${path} was refused with ${answer.status}: ${text}`);
    }
    return JSON.parse(text);
  }

  static #path(database, container) {
    return `/databases/${encodeURIComponent(database)}/containers/${encodeURIComponent(container)}`;
  }

  async reset() {
    await this.#admin('POST', '/reset');
  }

  async advanceClock(millis) {
    await this.#admin('POST', '/clock', { advanceMillis: millis });
  }

  async fail(database, container, failure) {
    const { id } = await this.#admin('POST', `${TestServer.#path(database, container)}/rehearsals`, failure);
    return async () => {
      await this.#admin('DELETE', `/rehearsals?id=${id}`);
    };
  }

  async split(database, container, partition) {
    await this.#admin('POST', `${TestServer.#path(database, container)}/partitions/${partition}/split`, {});
  }

  async merge(database, container, left, right) {
    await this.#admin('POST', `${TestServer.#path(database, container)}/partitions/merge`, { left, right });
  }

  close() {
    process.removeListener('exit', this.#end);
    return new Promise((settle) => {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null) {
        settle();
        return;
      }
      this.#process.once('exit', () => settle());
      this.#process.kill();
    });
  }
}
