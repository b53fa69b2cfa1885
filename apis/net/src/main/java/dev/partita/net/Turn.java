package dev.partita.net;

/** Something a connection owes an answer to; turns are taken in the order of the requests. */
sealed interface Turn {

  /** A complete request. */
  record Call(RequestHead head, BodyBuffer body) implements Turn {

    Request request() {
      return new Request(head.method(), head.path(), head.query(), head.headers(), body.toBytes());
    }
  }

  /** Something that is no request, and what to say to it; always the last turn. */
  record Refusal(Response response) implements Turn {}
}
