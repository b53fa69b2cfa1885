/** Databases, containers, items, queries and throughput, by Cosmos DB's REST protocol. */

import { ascii, isAddressable, nosql, resource, resourceByLink } from './http.js';
import { moved } from './problems.js';
import { recipes } from './recipes.js';
import { elements } from '../json/text.js';

const QUERY = { 'content-type': 'application/query+json', 'x-ms-documentdb-isquery': 'true' };
const PAGE = 1000;

/** Reads one page of a feed or a query: the texts of its elements, and the continuation. */
async function page(target, property, { query, parameters, continuation, count = PAGE, headers = {}, signal, recipe } = {}) {
  const sent = { ...headers, 'x-ms-max-item-count': String(count) };
  if (continuation) {
    sent['x-ms-continuation'] = continuation;
  }
  const answer = query
    ? await nosql('POST', target, {
      headers: { ...QUERY, ...sent },
      body: JSON.stringify(parameters ? { query, parameters } : { query }),
      signal,
      recipe,
    })
    : await nosql('GET', target, { headers: sent, signal, recipe });
  return {
    ...answer,
    elements: elements(answer.text, property),
    continuation: answer.headers.get('x-ms-continuation') || null,
  };
}

export function readAccount() {
  return nosql('GET', { path: '/', type: '', link: '' });
}

/** Reads a resource that only the account's key may read. */
export function tryKey() {
  return nosql('GET', resource('dbs'), { headers: { 'x-ms-max-item-count': '1' } });
}

export function createDatabase(id, throughput) {
  return nosql('POST', resource('dbs'), {
    headers: { 'content-type': 'application/json', ...throughputHeaders(throughput) },
    body: JSON.stringify({ id }),
    recipe: recipes.createDatabase(id),
  });
}

export function deleteDatabase(id) {
  return nosql('DELETE', resource('dbs', id), { recipe: recipes.deleteDatabase(id) });
}

/** @param throughput `{throughput}` or `{maxThroughput}`, or nothing */
export function createContainer(database, definition, throughput) {
  return nosql('POST', resource('dbs', database, 'colls'), {
    headers: { 'content-type': 'application/json', ...throughputHeaders(throughput) },
    body: JSON.stringify(definition),
    recipe: recipes.createContainer(database, definition, throughput),
  });
}

function throughputHeaders(settings) {
  if (settings?.maxThroughput) {
    return { 'x-ms-cosmos-offer-autopilot-settings': JSON.stringify({ maxThroughput: settings.maxThroughput }) };
  }
  return settings?.throughput ? { 'x-ms-offer-throughput': String(settings.throughput) } : {};
}

export async function readContainer(database, name) {
  const answer = await nosql('GET', resource('dbs', database, 'colls', name));
  return JSON.parse(answer.text);
}

export async function replaceContainer(database, name, definition) {
  const body = JSON.stringify(definition);
  const answer = await nosql('PUT', resource('dbs', database, 'colls', name), {
    headers: { 'content-type': 'application/json', 'if-match': definition._etag },
    body,
    recipe: recipes.replaceContainer(database, name, body),
  });
  return JSON.parse(answer.text);
}

export function deleteContainer(database, name) {
  return nosql('DELETE', resource('dbs', database, 'colls', name), { recipe: recipes.deleteContainer(database, name) });
}

/** Offer of a container or database by its rid, or null if it has none of its own. */
export async function offerOf(rid) {
  const found = await page(resource('offers'), 'Offers', {
    query: 'SELECT * FROM c WHERE c.offerResourceId = @rid', parameters: [{ name: '@rid', value: rid }],
  });
  if (found.elements.length === 0) {
    return null;
  }
  const offer = JSON.parse(found.elements[0]);
  const answer = await nosql('GET', offerResource(offer));
  return { ...JSON.parse(answer.text), minimum: Number(answer.headers.get('x-ms-cosmos-min-throughput') ?? 400) };
}

/** Offers have no names; they are signed by rid in lower case. */
function offerResource(offer) {
  return { path: `/offers/${encodeURIComponent(offer.id)}`, type: 'offers', link: offer._rid.toLowerCase() };
}

/**
 * @param change `{content}` for another throughput, or `{to: 'autoscale' | 'manual'}` for the other
 * mode
 */
export async function replaceOffer(offer, change, database, name) {
  const headers = { 'content-type': 'application/json', 'if-match': offer._etag };
  if (change.to === 'autoscale') {
    headers['x-ms-cosmos-migrate-offer-to-autopilot'] = 'true';
  } else if (change.to === 'manual') {
    headers['x-ms-cosmos-migrate-offer-to-manual-throughput'] = 'true';
  }
  const { minimum, ...document } = offer;
  await nosql('PUT', offerResource(offer), {
    headers,
    body: JSON.stringify({ ...document, content: change.content ?? offer.content }),
    recipe: recipes.throughput(database, name, change.content ?? offer.content),
  });
}

/** Items of a container, addressed by name. */
export class Items {
  /** @param paths paths of the partition key */
  constructor(database, name, paths) {
    this.database = database;
    this.name = name;
    this.paths = paths;
    this.words = { one: 'item', many: 'items', title: 'Items', id: 'id' };
    this.condition = { label: 'WHERE', about: 'Condition that the items fulfil', example: 'c.total > 10 ORDER BY c.id' };
    this.system = ['_rid', '_self', '_etag', '_attachments', '_ts'];
  }

  /** Row of an item in a list; `identity` is unique. */
  row(document) {
    return { id: document.id, self: document._self, identity: document._self, key: this.keyOf(document), etag: document._etag };
  }

  /** Template of a new item with a new id and the key's properties. */
  draft() {
    const draft = { id: globalThis.crypto.randomUUID?.() ?? String(Date.now()) };
    for (const path of this.paths) {
      const names = steps(path);
      names.slice(0, -1).reduce((inner, name) => (inner[name] ??= {}), draft)[names.at(-1)] ??= '';
    }
    return draft;
  }

  feed() {
    return resource('dbs', this.database, 'colls', this.name, 'docs');
  }

  single(id, self) {
    return isAddressable(id) || !self
      ? resource('dbs', this.database, 'colls', this.name, 'docs', id)
      : resourceByLink(self);
  }

  /**
   * Partition key of a document: one element for each path, an empty object for a missing value.
   */
  keyOf(document) {
    return this.paths.map((path) => {
      let value = document;
      for (const step of steps(path)) {
        value = value !== null && typeof value === 'object' && Object.hasOwn(value, step) ? value[step] : undefined;
      }
      return value === undefined || (value !== null && typeof value === 'object') ? {} : value;
    });
  }

  /**
   * Reads a page of ids, keys and etags; the condition is what follows WHERE, or begins with WHERE
   * or ORDER BY.
   */
  async list(condition, { continuation, count, signal } = {}) {
    const keys = this.paths.map((path, i) => `"${i}": c${steps(path).map((step) => `[${JSON.stringify(step)}]`).join('')}`);
    const clause = condition.trim() === '' || /^(where|order\s+by)\b/i.test(condition.trim()) ? condition : `WHERE ${condition}`;
    const query = `SELECT c.id, c._self, c._etag, c._ts, {${keys.join(', ')}} AS k FROM c ${clause}`;
    const found = await page(this.feed(), 'Documents', {
      query, continuation, count, signal, headers: { 'x-ms-documentdb-query-enablecrosspartition': 'true' },
      recipe: recipes.query(this.database, this.name, `SELECT * FROM c ${clause}`.trim()),
    }).catch((failure) => {
      // The user typed the condition only, so positions are moved to it.
      failure.errors = moved(failure.errors ?? [], condition.length - query.length, condition);
      failure.source = condition;
      throw failure;
    });
    const rows = found.elements.map((text) => {
      const { k = {}, ...document } = JSON.parse(text);
      const key = this.paths.map((_, i) => (Object.hasOwn(k, i) && (k[i] === null || typeof k[i] !== 'object') ? k[i] : {}));
      return { ...this.row(document), key };
    });
    return { rows, continuation: found.continuation, ru: found.ru, millis: found.millis };
  }

  /** Reads a page of a query's results: `elements` are their texts. */
  query(text, { parameters = [], continuation, count, signal, key } = {}) {
    const headers = {
      'x-ms-documentdb-query-enablecrosspartition': 'true',
      'x-ms-documentdb-populatequerymetrics': 'true',
      'x-ms-cosmos-populateindexmetrics-v2': 'true',
    };
    if (key) {
      headers['x-ms-documentdb-partitionkey'] = ascii(key);
    }
    return page(this.feed(), 'Documents', {
      query: text, parameters, continuation, count, signal, headers, recipe: recipes.query(this.database, this.name, text, parameters),
    });
  }

  async read(id, key, self) {
    const answer = await nosql('GET', this.single(id, self), {
      headers: { 'x-ms-documentdb-partitionkey': ascii(key) },
      recipe: recipes.readItem(this.database, this.name, id, key),
    });
    return stored(answer);
  }

  /** @param quiet for bulk operations, whose requests are not shown as code */
  async create(text, { upsert = false, quiet = false, signal } = {}) {
    const key = this.keyOf(JSON.parse(text));
    return stored(await nosql('POST', this.feed(), {
      headers: {
        'content-type': 'application/json',
        'x-ms-documentdb-partitionkey': ascii(key),
        ...(upsert ? { 'x-ms-documentdb-is-upsert': 'true' } : {}),
      },
      body: text,
      signal,
      recipe: quiet ? undefined : recipes.createItem(this.database, this.name, key, text),
    }));
  }

  async replace(id, key, etag, text, self) {
    return stored(await nosql('PUT', this.single(id, self), {
      headers: { 'content-type': 'application/json', 'x-ms-documentdb-partitionkey': ascii(key), 'if-match': etag },
      body: text,
      recipe: recipes.replaceItem(this.database, this.name, id, key, etag, text),
    }));
  }

  remove(id, key, etag, self) {
    return nosql('DELETE', this.single(id, self), {
      headers: { 'x-ms-documentdb-partitionkey': ascii(key), ...(etag ? { 'if-match': etag } : {}) },
      recipe: recipes.deleteItem(this.database, this.name, id, key),
    });
  }
}

/** Item in the version of the response. */
function stored({ text, headers, ru }) {
  return { text, etag: headers.get('etag'), ru };
}

/** Names of a path such as /a/"b c"/d. */
export function steps(path) {
  return [...path.matchAll(/\/(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^/]+))/g)]
    .map(([, double, single, plain]) => double ?? single ?? plain);
}
