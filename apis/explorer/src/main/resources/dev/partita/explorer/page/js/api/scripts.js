/** Stored procedures, triggers and functions of a container. */

import { ascii, nosql, resource } from './http.js';
import { recipes } from './recipes.js';
import { elements } from '../json/text.js';

/** Kinds of scripts, by their segment in the path. */
export const KINDS = {
  sprocs: {
    segment: 'sprocs', name: 'stored procedure', title: 'Stored procedures', feed: 'StoredProcedures', icon: 'procedure',
    js: 'storedProcedure', jsAll: 'storedProcedures', java: 'StoredProcedure',
    sample: `function hello(name) {
  const context = getContext();
  console.log('hello was called');
  context.getResponse().setBody({ message: \`Hello, \${name}\` });
}
`,
  },
  udfs: {
    segment: 'udfs', name: 'function', title: 'Functions', feed: 'UserDefinedFunctions', icon: 'function',
    js: 'userDefinedFunction', jsAll: 'userDefinedFunctions', java: 'UserDefinedFunction',
    sample: `function tax(total) {
  return total * 0.2;
}
`,
  },
  triggers: {
    segment: 'triggers', name: 'trigger', title: 'Triggers', feed: 'Triggers', icon: 'trigger',
    js: 'trigger', jsAll: 'triggers', java: 'Trigger',
    sample: `function stamp() {
  const request = getContext().getRequest();
  const item = request.getBody();
  item.stamped = true;
  request.setBody(item);
}
`,
  },
};

export class Scripts {
  constructor(database, name) {
    this.database = database;
    this.name = name;
  }

  at(kind, ...id) {
    return resource('dbs', this.database, 'colls', this.name, kind.segment, ...id);
  }

  async list(kind) {
    const answer = await nosql('GET', this.at(kind), { headers: { 'x-ms-max-item-count': '-1' } });
    return elements(answer.text, kind.feed).map((text) => JSON.parse(text));
  }

  /** Creates a script, or replaces it if it has an etag. */
  async save(kind, script) {
    const exists = script._etag !== undefined;
    const answer = await nosql(exists ? 'PUT' : 'POST', exists ? this.at(kind, script.id) : this.at(kind), {
      headers: { 'content-type': 'application/json', ...(exists ? { 'if-match': script._etag } : {}) },
      body: JSON.stringify(script),
      recipe: recipes.saveScript(this.database, this.name, kind, script.id, exists),
    });
    return JSON.parse(answer.text);
  }

  remove(kind, id) {
    return nosql('DELETE', this.at(kind, id), { recipe: recipes.deleteScript(this.database, this.name, kind, id) });
  }

  /** Runs a procedure: `{text, log, ru, millis}`. */
  async run(id, key, args) {
    const answer = await nosql('POST', this.at(KINDS.sprocs, id), {
      headers: {
        'content-type': 'application/json',
        'x-ms-documentdb-partitionkey': ascii(key),
        'x-ms-documentdb-script-enable-logging': 'true',
      },
      body: JSON.stringify(args),
      recipe: recipes.execute(this.database, this.name, id, key, args),
    });
    return { ...answer, log: decodeURIComponent(answer.headers.get('x-ms-documentdb-script-log-results') ?? '') };
  }
}
