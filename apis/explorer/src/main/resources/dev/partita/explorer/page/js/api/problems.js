/** Readable form of error messages of the NoSQL API and the admin API. */

const OLD_FORM = 'Message: ';

/**
 * @returns `message`, and `errors`: the errors of a query, as `{message, start, end}` with
 * positions in its text
 */
export function readable(body) {
  const { message, errors } = body;
  if (typeof message !== 'string' || !message.startsWith(OLD_FORM)) {
    return { message, errors: located(errors) };
  }
  const [json, , rest = ''] = message.slice(OLD_FORM.length).split('\r\n');
  let said = {};
  try {
    said = JSON.parse(json);
  } catch {
    return { message: rest || json, errors: [] };
  }
  const texts = [...(said.errors ?? []).map(worded), ...(said.Errors ?? [])];
  return { message: rest.trim() || texts.join(' ') || json, errors: located(said.errors) };
}

function located(errors = []) {
  return errors.filter(({ location }) => location)
    .map((error) => ({ message: worded(error), start: error.location.start, end: error.location.end }));
}

function worded({ message, code }) {
  return code === undefined ? message : `${message} (${code})`;
}

/** Moves errors to a text that contains the query or is a part of it; those outside are dropped. */
export function moved(errors, by, text) {
  return errors.map(({ message, start, end }) => ({ message, start: start + by, end: end + by }))
    .filter(({ start }) => start >= 0 && start <= text.length);
}
