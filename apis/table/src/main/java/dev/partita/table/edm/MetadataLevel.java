package dev.partita.table.edm;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How much an answer says of types and addresses beside the values. */
public enum MetadataLevel {
  NONE("nometadata"),
  MINIMAL("minimalmetadata"),
  FULL("fullmetadata");

  private final String wire;

  MetadataLevel(String wire) {
    this.wire = wire;
  }

  /** The media type of an answer of this level. */
  public String contentType() {
    return "application/json;odata=" + wire + ";streaming=true;charset=utf-8";
  }

  /**
   * The level that a request asks for.
   *
   * @param format the query parameter, which counts more than the header
   * @throws DatabaseException if it asks for something else than JSON
   */
  public static MetadataLevel of(@Nullable String format, @Nullable String accept) {
    String asked = format != null ? format : accept;
    if (asked == null || asked.isBlank()) {
      return MINIMAL;
    }
    String text = asked.toLowerCase(Locale.ROOT).replace(" ", "");
    boolean json = text.contains("json") || text.contains("*/*") || text.contains("application/*");
    if (!json) {
      throw (text.contains("xml") ? TableError.ATOM_FORMAT_NOT_SUPPORTED : unsupported())
          .failure("Ask for application/json.")
          .with("asked", asked);
    }
    for (MetadataLevel level : values()) {
      if (text.contains("odata=" + level.wire)) {
        return level;
      }
    }
    if (text.contains("odata=")) {
      throw TableError.INVALID_INPUT
          .failure("The level is nometadata, minimalmetadata or fullmetadata.")
          .with("asked", asked);
    }
    return MINIMAL;
  }

  private static TableError unsupported() {
    return TableError.MEDIA_TYPE_NOT_SUPPORTED;
  }
}
