package dev.partita.document.codec;

/** What a message has. The codes never change. */
enum MessageKind {
  OPERATION(1),
  REQUEST(2),
  SCRIPT_CALL(3),
  ITEM_RESULT(4),
  BATCH_RESULT(5),
  COUNT(7);

  private final int code;

  MessageKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
