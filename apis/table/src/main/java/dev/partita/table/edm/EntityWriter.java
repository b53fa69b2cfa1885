package dev.partita.table.edm;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the entities of an answer, one after the other. For use by one thread. */
public final class EntityWriter {

  private static final byte[] PARTITION_KEY = utf8("PartitionKey");
  private static final byte[] ROW_KEY = utf8("RowKey");
  private static final byte[] TIMESTAMP = utf8("Timestamp");

  private final MetadataLevel level;
  private final String baseUri;
  private final String account;
  private final String table;
  private final @Nullable List<byte[]> selected;
  private final TimeWriter times = new TimeWriter();
  private final KnownProperties known = new KnownProperties();

  /**
   * @param baseUri where the tables of the account are, without a slash at the end
   * @param selected the properties to be written; null for all
   */
  public EntityWriter(
      MetadataLevel level,
      String baseUri,
      String account,
      String table,
      @Nullable List<String> selected) {
    this.level = level;
    this.baseUri = baseUri;
    this.account = account;
    this.table = table;
    this.selected = selected == null ? null : selected.stream().map(EntityWriter::utf8).toList();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes one entity as the whole answer. */
  public void single(StoredEntity entity, Utf8Buffer out) {
    out.raw('{');
    if (level != MetadataLevel.NONE) {
      out.ascii("\"odata.metadata\":").json(context() + "/@Element").raw(',');
    }
    members(entity, out);
    out.raw('}');
  }

  /** Writes what comes before the entities of a page. */
  public void begin(Utf8Buffer out) {
    out.raw('{');
    if (level != MetadataLevel.NONE) {
      out.ascii("\"odata.metadata\":").json(context()).raw(',');
    }
    out.ascii("\"value\":[");
  }

  /** Writes an entity of a page. */
  public void row(StoredEntity entity, boolean first, Utf8Buffer out) {
    out.ascii(first ? "{" : ",{");
    members(entity, out);
    out.raw('}');
  }

  public void end(Utf8Buffer out) {
    out.ascii("]}");
  }

  private String context() {
    return baseUri + "/$metadata#" + table;
  }

  private void members(StoredEntity entity, Utf8Buffer out) {
    int start = out.length();
    if (level != MetadataLevel.NONE) {
      metadata(entity, out);
    }
    if (isSelected(PARTITION_KEY)) {
      out.ascii("\"PartitionKey\":");
      entity.writePartitionKey(out);
      out.raw(',');
    }
    if (isSelected(ROW_KEY)) {
      out.ascii("\"RowKey\":");
      entity.writeRowKey(out);
      out.raw(',');
    }
    if (isSelected(TIMESTAMP)) {
      if (level == MetadataLevel.FULL) {
        out.ascii("\"Timestamp@odata.type\":\"Edm.DateTime\",");
      }
      out.ascii("\"Timestamp\":\"");
      times.plain(entity.ticks(), out);
      out.ascii("\",");
    }
    properties(entity, out);
    if (out.length() > start) {
      out.truncate(out.length() - 1);
    }
  }

  private void metadata(StoredEntity entity, Utf8Buffer out) {
    if (level == MetadataLevel.FULL) {
      String link = address(table, entity.partitionKey(), entity.rowKey());
      out.ascii("\"odata.type\":").json(account + "." + table);
      out.ascii(",\"odata.id\":").json(baseUri + "/" + link);
      out.ascii(",\"odata.editLink\":").json(link).raw(',');
    }
    out.ascii("\"odata.etag\":\"W/\\\"datetime'");
    times.inTag(entity.ticks(), out);
    out.ascii("'\\\"\",");
  }

  private void properties(StoredEntity entity, Utf8Buffer out) {
    entity.rewind();
    known.begin();
    while (true) {
      KnownProperties.Known property = known.next(entity);
      if (property == null) {
        if (!entity.next()) {
          known.end();
          return;
        }
        int start = out.length();
        boolean written = isSelected(entity);
        if (written) {
          name(entity, out);
        }
        known.learn(entity, out, start);
        if (written) {
          value(entity, out);
        }
      } else if (property.written() != null) {
        out.raw(property.written());
        value(entity, out);
      }
    }
  }

  /** Writes what comes before a value. */
  private void name(StoredEntity entity, Utf8Buffer out) {
    EdmType type = entity.type();
    boolean annotated =
        switch (type) {
          case INT64, DATE_TIME, GUID, BINARY -> level != MetadataLevel.NONE;
          case DOUBLE ->
              level == MetadataLevel.FULL || (level == MetadataLevel.MINIMAL && entity.isText());
          case STRING, INT32, BOOLEAN -> false;
        };
    if (annotated) {
      out.raw('"');
      entity.writeName(out);
      out.ascii("@odata.type\":\"").ascii(type.edmName()).ascii("\",");
    }
    out.raw('"');
    entity.writeName(out);
    out.ascii("\":");
  }

  private static void value(StoredEntity entity, Utf8Buffer out) {
    switch (entity.type()) {
      case INT64 -> {
        out.raw('"');
        entity.writeDigits(out);
        out.raw('"');
      }
      case DATE_TIME -> {
        out.raw('"');
        Ticks.writeValue(entity.digits(), out);
        out.raw('"');
      }
      case DOUBLE -> {
        entity.writeValue(out);
        if (!entity.isText() && !entity.hasFraction()) {
          out.ascii(".0");
        }
      }
      case STRING, INT32, BOOLEAN, GUID, BINARY -> entity.writeValue(out);
    }
    out.raw(',');
  }

  private boolean isSelected(byte[] name) {
    if (selected == null) {
      return true;
    }
    for (byte[] each : selected) {
      if (Arrays.equals(each, name)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSelected(StoredEntity entity) {
    if (selected == null) {
      return true;
    }
    for (byte[] each : selected) {
      if (entity.isNamed(each)) {
        return true;
      }
    }
    return false;
  }

  /** The address of an entity below that of its account. */
  public static String address(String table, String partitionKey, String rowKey) {
    return table + "(PartitionKey='" + quoted(partitionKey) + "',RowKey='" + quoted(rowKey) + "')";
  }

  private static String quoted(String key) {
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '-'
              || c == '_'
              || c == '.';
      if (!plain) {
        return URLEncoder.encode(key.replace("'", "''"), StandardCharsets.UTF_8)
            .replace("+", "%20");
      }
    }
    return key;
  }
}
