/** Client of the admin API: the server's own state and that of its partitions. */

import { admin } from './http.js';
import { recipes } from './recipes.js';

const at = (database, name) => `/databases/${encodeURIComponent(database)}/containers/${encodeURIComponent(name)}`;

async function json(method, path, options) {
  const answer = await admin(method, path, options);
  return JSON.parse(answer.text);
}

export function account() {
  return json('GET', '/account');
}

/** The cluster that the server is a node of; `isCluster` tells whether it is. */
export function cluster() {
  return json('GET', '/cluster', { recipe: recipes.admin('Read the cluster', 'GET', '/cluster') });
}

/** All databases, those of storage accounts included: `[{database, account, containers}]`. */
export async function databases() {
  return (await json('GET', '/databases')).databases;
}

/** Reads a page of the containers of a database, with the API that they belong to. */
export async function containers(database, after) {
  const { containers: rows, next } = await json(
    'GET', `/containers?database=${encodeURIComponent(database)}&figures=false&limit=1000${after ? `&after=${encodeURIComponent(after)}` : ''}`,
  );
  return { rows, continuation: next ?? null };
}

/** Finds containers by a part of their name, in all databases. */
export function findContainers(text, signal) {
  return json('GET', `/containers?contains=${encodeURIComponent(text)}&figures=false&limit=200`, { signal });
}

/** Partitions of one container. */
export class Partitions {
  constructor(database, name) {
    this.base = `${at(database, name)}/partitions`;
    this.events = `/api/v1${at(database, name)}/events`;
  }

  read(recipe) {
    return json('GET', this.base, { recipe: recipe && recipes.admin('Read partitions', 'GET', this.base) });
  }

  history(minutes) {
    return json('GET', `${this.base}/history?minutes=${minutes}`);
  }

  lineage() {
    return json('GET', `${this.base}/lineage`);
  }

  locate(key) {
    const path = `${this.base}/locate?key=${encodeURIComponent(JSON.stringify(key))}`;
    return json('GET', path, { recipe: recipes.admin('Locate a partition key', 'GET', path) });
  }

  split(id) {
    const path = `${this.base}/${encodeURIComponent(id)}/split`;
    return json('POST', path, { body: '{}', recipe: recipes.admin(`Split partition ${id}`, 'POST', path, '{}') });
  }

  merge(left, right) {
    const path = `${this.base}/merge`;
    const body = JSON.stringify({ left, right });
    return json('POST', path, { body, recipe: recipes.admin(`Merge partitions ${left} and ${right}`, 'POST', path, body) });
  }

  operation(id) {
    return json('GET', `/operations/${encodeURIComponent(id)}`);
  }
}

/** Runs a query and returns its plan with the cost of each step. */
export function explain(database, name, query, parameters, signal) {
  const path = `${at(database, name)}/explain`;
  const body = JSON.stringify({ query, parameters });
  return json('POST', path, { body, signal, recipe: recipes.admin('Explain a query', 'POST', path, body) });
}
