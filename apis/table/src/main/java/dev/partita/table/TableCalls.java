package dev.partita.table;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.table.auth.Access;
import dev.partita.table.auth.Operation;
import dev.partita.table.edm.EdmValue;
import dev.partita.table.edm.MetadataLevel;
import dev.partita.table.edm.Utf8Buffer;
import dev.partita.table.error.TableError;
import dev.partita.table.filter.Filter;
import dev.partita.table.filter.FilterParser;
import dev.partita.throughput.ThroughputSettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tables themselves: creating, listing and deleting them. */
final class TableCalls {

  private static final String NEXT = "x-ms-continuation-NextTableName";

  private final TableCatalogue catalogue;

  TableCalls(TableCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  Answer list(Call call, Access access) {
    return switch (call.method()) {
      case "GET" -> {
        access.require(Operation.QUERY_TABLES, null);
        yield query(call);
      }
      case "POST" -> {
        access.require(Operation.CREATE_TABLE, null);
        yield create(call);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  Answer single(Call call, String table, Access access) {
    return switch (call.method()) {
      case "GET" -> {
        access.require(Operation.QUERY_TABLES, table);
        String name =
            catalogue.names(call.account()).stream()
                .filter(each -> catalogue.key(each).equals(catalogue.key(table)))
                .findFirst()
                .orElseThrow(() -> TableError.RESOURCE_NOT_FOUND.failure().with("table", table));
        yield json(call, 200, one(call, name));
      }
      case "DELETE" -> {
        access.require(Operation.DELETE_TABLE, table);
        catalogue.delete(call.account(), table);
        yield Answer.of(204);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  private Answer create(Call call) {
    JsonObject body = JsonReader.DEFAULT.readObject(call.request().body());
    if (!(body.at("TableName") instanceof JsonString(String table))) {
      throw TableError.PROPERTIES_NEED_VALUE
          .failure("A table needs a name that is a string.")
          .with("property", "TableName");
    }
    catalogue.create(call.account(), table, throughput(call));
    String location = call.base() + "/Tables('" + table + "')";
    if (call.withoutContent()) {
      return Answer.of(204)
          .header("preference-applied", "return-no-content")
          .header("location", location)
          .header("dataserviceid", location);
    }
    return json(call, 201, one(call, table))
        .header("preference-applied", call.header("prefer") == null ? null : "return-content")
        .header("location", location);
  }

  /** What the table is to be provisioned with; null if the request does not say. */
  private static @Nullable ThroughputSettings throughput(Call call) {
    String manual = call.header("x-ms-offer-throughput");
    String autoscale = call.header("x-ms-cosmos-offer-autopilot-settings");
    if (manual == null && autoscale == null) {
      return null;
    }
    if (call.form() == TableForm.STORAGE) {
      throw TableError.UNSUPPORTED_HEADER
          .failure("Tables of storage accounts have no provisioned throughput.")
          .with(
              "header",
              manual != null ? "x-ms-offer-throughput" : "x-ms-cosmos-offer-autopilot-settings");
    }
    if (manual != null && autoscale != null) {
      throw TableError.INVALID_HEADER_VALUE.failure(
          "Throughput is either fixed or by autoscale; the request asks for both.");
    }
    if (manual != null) {
      return new ThroughputSettings.Manual(number("x-ms-offer-throughput", manual));
    }
    if (JsonReader.DEFAULT.read(String.valueOf(autoscale)) instanceof JsonObject settings
        && settings.at("maxThroughput") instanceof JsonNumber max) {
      return new ThroughputSettings.Autoscale(max.longValue());
    }
    throw TableError.INVALID_HEADER_VALUE
        .failure("The header has the form {\"maxThroughput\": 4000}.")
        .with("header", "x-ms-cosmos-offer-autopilot-settings");
  }

  private static long number(String header, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw TableError.INVALID_HEADER_VALUE
          .failure("The header is a number.")
          .with("header", header)
          .with("value", value);
    }
  }

  private Answer query(Call call) {
    Optional<Filter> filter = FilterParser.parse(call.query("$filter"));
    int top = call.count("$top", 1000);
    String from = call.query("NextTableName");
    List<String> found =
        catalogue.names(call.account()).stream()
            .filter(name -> from == null || catalogue.key(name).compareTo(catalogue.key(from)) >= 0)
            .filter(
                name -> filter.isEmpty() || filter.get().passes(property -> value(property, name)))
            .limit(top + 1L)
            .toList();
    MetadataLevel level = call.level();
    Utf8Buffer out = new Utf8Buffer(256);
    out.raw('{');
    if (level != MetadataLevel.NONE) {
      out.ascii("\"odata.metadata\":").json(call.base() + "/$metadata#Tables").raw(',');
    }
    out.ascii("\"value\":[");
    for (int i = 0; i < Math.min(top, found.size()); i++) {
      out.ascii(i == 0 ? "{" : ",{");
      members(call, level, found.get(i), out);
      out.raw('}');
    }
    out.ascii("]}");
    return json(call, 200, out.toBytes())
        .header(NEXT, top > 0 && found.size() > top ? found.get(top) : null);
  }

  private static @Nullable EdmValue value(String property, String table) {
    return property.equals("TableName") ? new EdmValue.Text(table) : null;
  }

  private static byte[] one(Call call, String table) {
    MetadataLevel level = call.level();
    Utf8Buffer out = new Utf8Buffer(256);
    out.raw('{');
    if (level != MetadataLevel.NONE) {
      out.ascii("\"odata.metadata\":").json(call.base() + "/$metadata#Tables/@Element").raw(',');
    }
    members(call, level, table, out);
    return out.raw('}').toBytes();
  }

  private static void members(Call call, MetadataLevel level, String table, Utf8Buffer out) {
    if (level == MetadataLevel.FULL) {
      String link = "Tables('" + table + "')";
      out.ascii("\"odata.type\":").json(call.account() + ".Tables");
      out.ascii(",\"odata.id\":").json(call.base() + "/" + link);
      out.ascii(",\"odata.editLink\":").json(link).raw(',');
    }
    out.ascii("\"TableName\":").json(table);
  }

  private static Answer json(Call call, int status, byte[] body) {
    return Answer.of(status)
        .header("dataserviceversion", "3.0;")
        .body(call.level().contentType(), body);
  }
}
