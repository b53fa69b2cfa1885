package dev.partita.mongo.error;

import dev.partita.bson.BsonDocument;
import java.io.Serial;
import java.util.List;

/**
 * What a command fails with: a code, the message that the client sees, labels by which drivers
 * decide what to do, and fields that go with the code.
 */
public final class CommandFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final int code;
  private final String message;
  private final transient List<String> labels;
  private final transient BsonDocument details;

  CommandFailure(int code, String message) {
    this(code, message, List.of(), BsonDocument.EMPTY);
  }

  private CommandFailure(int code, String message, List<String> labels, BsonDocument details) {
    super(message, null, false, false);
    this.code = code;
    this.message = message;
    this.labels = List.copyOf(labels);
    this.details = details;
  }

  /** A failure whose code came from below. */
  public static CommandFailure of(int code, String message) {
    return new CommandFailure(code, message);
  }

  public CommandFailure withLabels(String... added) {
    return new CommandFailure(code, message, List.of(added), details);
  }

  /** With fields that stand beside the code. */
  public CommandFailure withDetails(BsonDocument fields) {
    return new CommandFailure(code, message, labels, fields);
  }

  public int code() {
    return code;
  }

  public String codeName() {
    return MongoError.nameOf(code);
  }

  @Override
  public String getMessage() {
    return message;
  }

  public List<String> labels() {
    return labels;
  }

  public BsonDocument details() {
    return details;
  }
}
