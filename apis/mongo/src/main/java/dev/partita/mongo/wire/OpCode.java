package dev.partita.mongo.wire;

/** Kinds of messages, by the number in their header. */
final class OpCode {

  static final int REPLY = 1;
  static final int QUERY = 2004;
  static final int COMPRESSED = 2012;
  static final int MSG = 2013;

  private OpCode() {}
}
