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
 * Report of entries that were not imported: one JSON object to a line, with the entry's line, the
 * reason and its text. The file is created with the first rejection. Safe for use by any number of
 * threads.
 */
final class Rejections implements AutoCloseable {

  private final Path file;
  private @Nullable OutputStream out;
  private long count;

  Rejections(Path file) {
    this.file = file;
  }

  /**
   * @param status status of the response; 0 if the entry was never sent
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
      // Flushed at once, so that the report survives a crash.
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
