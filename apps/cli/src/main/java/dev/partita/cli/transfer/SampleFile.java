package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the first items of a file that an import would take. Pure functions. */
public final class SampleFile {

  private SampleFile() {}

  /**
   * @param most how many are read
   * @throws DatabaseException BAD_REQUEST if the file cannot be read, or has something that is no
   *     item
   */
  public static List<JsonObject> read(Path file, int most) {
    List<JsonObject> items = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      EntrySource source = EntrySource.of(in, Format.ofName(file.toString()));
      for (Optional<Entry> entry = source.next();
          entry.isPresent() && items.size() < most;
          entry = source.next()) {
        Entry found = entry.get();
        items.add(
            found
                .item()
                .orElseThrow(
                    () ->
                        DatabaseException.badRequest("The sample has something that is no item")
                            .with("file", file)
                            .with("line", found.line())
                            .with("problem", found.problem())));
      }
    } catch (IOException e) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "Cannot read the sample", e)
          .with("file", file)
          .with("reason", e);
    }
    return items;
  }
}
