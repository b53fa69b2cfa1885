/** Gremlin traversals of a container, executed by the admin API. */

import { admin } from './http.js';
import { elements, propertyOf } from '../json/text.js';

const MOST_RESULTS = 1000;

const js = (value) => JSON.stringify(value);

/** The traversal as code for TinkerPop's drivers. */
function recipe(database, name, script, bindings) {
  const user = `/dbs/${database}/colls/${name}`;
  const given = Object.keys(bindings).length === 0 ? '' : `, ${js(bindings)}`;
  const port = `${location.hostname}:8901`;
  return {
    title: 'Traverse the graph',
    js: `const graph = new gremlin.driver.Client('ws://${port}/', {\n  authenticator: new gremlin.driver.auth.PlainTextSaslAuthenticator(${js(user)}, key),\n  traversalsource: 'g', mimeType: 'application/vnd.gremlin-v2.0+json',\n});\nconsole.log((await graph.submit(${js(script)}${given})).toArray());`,
    java: `Cluster cluster = Cluster.build(${js(location.hostname)}).port(8901).credentials(${js(user)}, key).create();\ncluster.connect().submit(${js(script)}${javaBindings(bindings)}).all().join().forEach(System.out::println);`,
  };
}

function javaBindings(bindings) {
  const pairs = Object.entries(bindings).flatMap(([name, value]) => [js(name), javaValue(value)]);
  return pairs.length === 0 ? '' : `, Map.of(${pairs.join(', ')})`;
}

function javaValue(value) {
  return Array.isArray(value) ? `List.of(${value.map(javaValue).join(', ')})` : js(value);
}

export class Graph {
  constructor(database, name) {
    this.database = database;
    this.name = name;
  }

  /**
   * Runs a script.
   *
   * @returns `{elements, ru, millis, more}`, where elements are the texts of the results
   */
  async run(script, bindings = {}, { signal, quiet = false } = {}) {
    const path = `/databases/${encodeURIComponent(this.database)}/containers/${encodeURIComponent(this.name)}/gremlin?limit=${MOST_RESULTS}`;
    const answer = await admin('POST', path, {
      body: JSON.stringify({ gremlin: script, bindings }), headers: { accept: 'application/json' }, signal,
      recipe: quiet ? undefined : recipe(this.database, this.name, script, bindings),
    });
    const { status, result } = JSON.parse(answer.text);
    return {
      elements: result.data === null ? [] : elements(propertyOf(answer.text, 'result'), 'data'),
      ru: status.attributes['x-ms-total-request-charge'] ?? 0,
      more: status.attributes['x-partita-more'] === true,
      millis: answer.millis,
    };
  }
}
