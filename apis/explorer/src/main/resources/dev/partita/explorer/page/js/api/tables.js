/**
 * Tables and their entities, through the admin API, which forwards to the Table API of all
 * accounts.
 */

import { admin } from './http.js';
import { tableRecipes } from './table-recipes.js';
import { elements } from '../json/text.js';

const JSON_TYPE = 'application/json;odata=minimalmetadata';

const base = (database) => `/databases/${encodeURIComponent(database)}/tables`;
const quoted = (text) => encodeURIComponent(text.replaceAll("'", "''"));

/** Account of a database of tables, as SDKs name it; the Cosmos account's database has no slash. */
export function accountOf(database) {
  return database.includes('/') ? database.slice(0, database.indexOf('/')) : null;
}

export function createTable(database, name) {
  return admin('POST', `${base(database)}/Tables`, {
    headers: { accept: JSON_TYPE }, body: JSON.stringify({ TableName: name }), recipe: tableRecipes.createTable(accountOf(database), name),
  });
}

export function deleteTable(database, name) {
  return admin('DELETE', `${base(database)}/Tables('${quoted(name)}')`, {
    headers: { accept: JSON_TYPE }, recipe: tableRecipes.deleteTable(accountOf(database), name),
  });
}

/** Entities of a table, with the same methods as the items of a container. */
export class Entities {
  constructor(database, table) {
    this.database = database;
    this.name = table;
    this.account = accountOf(database);
    this.paths = ['PartitionKey'];
    this.words = { one: 'entity', many: 'entities', title: 'Entities', id: 'RowKey' };
    this.condition = { label: '$filter', about: 'Filter that the entities fulfil', example: "PartitionKey eq 'ada' and total gt 10" };
    this.system = ['odata.metadata', 'odata.etag', 'Timestamp', 'Timestamp@odata.type'];
  }

  path(rest) {
    return `${base(this.database)}/${encodeURIComponent(this.name)}${rest}`;
  }

  single(id, [key]) {
    return this.path(`(PartitionKey='${quoted(key)}',RowKey='${quoted(id)}')`);
  }

  keyOf(entity) {
    return [entity.PartitionKey ?? ''];
  }

  row(entity) {
    const { PartitionKey: key = '', RowKey: id = '' } = entity;
    return { id, key: [key], etag: entity['odata.etag'], identity: JSON.stringify([key, id]), entity };
  }

  draft() {
    return { PartitionKey: '', RowKey: '' };
  }

  /** Reads a page of the entities that match an OData filter. */
  async list(filter, { continuation, count, signal } = {}) {
    const asked = new URLSearchParams({ $top: String(count) });
    if (filter.trim() !== '') {
      asked.set('$filter', filter.trim());
    }
    if (continuation) {
      Object.entries(continuation).forEach(([name, value]) => asked.set(name, value));
    }
    const answer = await admin('GET', this.path(`()?${asked}`), {
      headers: { accept: JSON_TYPE }, signal, recipe: tableRecipes.list(this.account, this.name, filter.trim()),
    });
    const key = answer.headers.get('x-ms-continuation-nextpartitionkey');
    const row = answer.headers.get('x-ms-continuation-nextrowkey');
    return {
      rows: elements(answer.text, 'value').map((text) => this.row(JSON.parse(text))),
      continuation: key ? { NextPartitionKey: key, ...(row ? { NextRowKey: row } : {}) } : null,
      ru: answer.ru,
      millis: answer.millis,
    };
  }

  async read(id, key) {
    const answer = await admin('GET', this.single(id, key), {
      headers: { accept: JSON_TYPE }, recipe: tableRecipes.read(this.account, this.name, key[0], id),
    });
    return stored(answer);
  }

  async create(text, { upsert = false, quiet = false, signal } = {}) {
    const entity = JSON.parse(text);
    const path = upsert ? this.single(String(entity.RowKey), [String(entity.PartitionKey)]) : this.path('');
    const answer = await admin(upsert ? 'PUT' : 'POST', path, {
      headers: { accept: JSON_TYPE, prefer: 'return-content' }, body: text, signal,
      recipe: quiet ? undefined : tableRecipes.create(this.account, this.name, text),
    });
    return stored(answer);
  }

  /** The response to a change has no entity, so it is read afterwards. */
  async replace(id, key, etag, text) {
    await admin('PUT', this.single(id, key), {
      headers: { accept: JSON_TYPE, 'if-match': etag }, body: text, recipe: tableRecipes.replace(this.account, this.name, etag, text),
    });
    return this.read(id, key);
  }

  remove(id, key, etag) {
    return admin('DELETE', this.single(id, key), {
      headers: { accept: JSON_TYPE, 'if-match': etag ?? '*' }, recipe: tableRecipes.remove(this.account, this.name, key[0], id),
    });
  }
}

function stored({ text, headers, ru }) {
  return { text, etag: headers.get('etag'), ru };
}
