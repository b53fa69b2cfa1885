package dev.partita.collection;

/**
 * Names a statement that a client may send again, since it does not know whether it was carried
 * out. Immutable.
 *
 * @param session the sixteen bytes of the id of the client's session
 * @param transaction the number of the command within the session
 * @param statement which of the command's statements it is
 */
public record StatementId(byte[] session, long transaction, int statement) {

  public StatementId plus(int more) {
    return new StatementId(session, transaction, statement + more);
  }
}
