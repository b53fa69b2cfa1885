package dev.partita.aggregation.stream;

import dev.partita.base.file.ScratchFile;
import dev.partita.bson.BsonDocument;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Documents that are kept to be read in their order, several times if need be: in memory, and in a
 * file from where that ends. Not for use by several threads; closed when no reader needs it.
 */
public final class DocumentSpool implements AutoCloseable {

  private final Workspace.Memory memory;
  private final String refusal;
  private final List<BsonDocument> first = new ArrayList<>();
  private @Nullable ScratchFile rest;

  /**
   * @param refusal the text of the failure if memory does not suffice and files are not allowed
   */
  public DocumentSpool(Workspace.Memory memory, String refusal) {
    this.memory = memory;
    this.refusal = refusal;
  }

  public void add(BsonDocument document) {
    ScratchFile file = rest;
    if (file == null) {
      if (memory.tryTake(document.byteLength())) {
        first.add(document);
        return;
      }
      file = memory.file(refusal);
      rest = file;
    }
    file.append(document.toBytes());
  }

  /** All documents that were added. */
  public DocumentStream read() {
    DocumentStream head = DocumentStream.of(first);
    ScratchFile file = rest;
    if (file == null) {
      return head;
    }
    ScratchFile.Records tail = file.read(0, file.position());
    return () -> {
      BsonDocument document = head.next();
      if (document != null) {
        return document;
      }
      byte[] record = tail.next();
      return record == null ? null : BsonDocument.trusted(record, 0);
    };
  }

  @Override
  public void close() {
    first.clear();
    memory.close();
    ScratchFile file = rest;
    if (file != null) {
      rest = null;
      file.close();
    }
  }
}
