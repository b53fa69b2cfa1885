package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The report of entries that were not imported: one JSON object to a line, with where the entry is,
 * why it was rejected and its text. The file is made for the first one. Safe for use by any number
 * of threads.
 */
final class Rejections implements AutoCloseable {

  private final Path file;
  private @Nullable OutputStream out;
  private long count;

  Rejections(Path file) {
    this.file = file;
  }

  /**
   * @param status what the server answered; 0 if it never saw the entry
   */
  synchronized void add(Entry entry, int status, String reason) {
    JsonObject line =
        JsonObject.builder()
            .put("entry", entry.number())
            .put("line", entry.line())
            .put("status", status)
            .put("reason", reason)
            .put("text", entry.text())
            .build();
    try {
      OutputStream stream = out;
      if (stream == null) {
        stream = new BufferedOutputStream(Files.newOutputStream(file));
        out = stream;
      }
      stream.write(JsonWriter.bytes(line));
      stream.write('\n');
      // Whatever happens next, this much is known.
      stream.flush();
    } catch (IOException e) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "Cannot write the report of what was rejected", e)
          .with("file", file)
          .with("reason", e);
    }
    count++;
  }

  synchronized long count() {
    return count;
  }

  Path file() {
    return file;
  }

  @Override
  public synchronized void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
