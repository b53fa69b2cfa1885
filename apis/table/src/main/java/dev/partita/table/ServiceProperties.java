package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.table.error.TableError;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of an account's tables as a whole: logging, metrics and the rules for pages of
 * other origins. They are kept as they were sent, and only the last mean something to this server.
 */
final class ServiceProperties {

  private static final String KIND = "tableService";
  private static final String NAME = "properties";
  private static final String METRICS =
      "<Version>1.0</Version><Enabled>false</Enabled><RetentionPolicy><Enabled>false</Enabled>"
          + "</RetentionPolicy>";
  private static final Map<String, String> USUAL = usual();

  private final Catalogue resources;
  private final TableCatalogue catalogue;

  ServiceProperties(Catalogue resources, TableCatalogue catalogue) {
    this.resources = resources;
    this.catalogue = catalogue;
  }

  private static Map<String, String> usual() {
    Map<String, String> usual = new LinkedHashMap<>();
    usual.put(
        "Logging",
        "<Logging><Version>1.0</Version><Delete>false</Delete><Read>false</Read><Write>false"
            + "</Write><RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></Logging>");
    usual.put("HourMetrics", "<HourMetrics>" + METRICS + "</HourMetrics>");
    usual.put("MinuteMetrics", "<MinuteMetrics>" + METRICS + "</MinuteMetrics>");
    usual.put("Cors", "<Cors></Cors>");
    return usual;
  }

  byte[] read(String account) {
    StringBuilder xml =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?><StorageServiceProperties>");
    sections(account).values().forEach(xml::append);
    return xml.append("</StorageServiceProperties>").toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Replaces the sections that the body has; the others stay.
   *
   * @throws DatabaseException if the body is not what these properties look like
   */
  void write(String account, byte[] body) {
    Xml.Element root = Xml.read(body);
    if (!root.name().equals("StorageServiceProperties")) {
      throw TableError.INVALID_XML_DOCUMENT
          .failure("The properties are StorageServiceProperties.")
          .with("found", root.name());
    }
    JsonObject.Builder sections = JsonObject.builder();
    stored(account)
        .ifPresent(record -> record.body().forEach(m -> sections.put(m.name(), m.value())));
    for (Xml.Element section : root.children()) {
      if (!USUAL.containsKey(section.name())) {
        throw TableError.INVALID_XML_DOCUMENT
            .failure("The service has no such property.")
            .with("property", section.name());
      }
      if (section.name().equals("Cors")) {
        CorsRule.read(section);
      }
      sections.put(section.name(), JsonString.of(section.toXml()));
    }
    store(account, sections.build());
  }

  /** The rules for pages of other origins. */
  List<CorsRule> corsRules(String account) {
    return stored(account)
        .filter(record -> record.body().has("Cors"))
        .map(_ -> sections(account).getOrDefault("Cors", ""))
        .map(xml -> CorsRule.read(Xml.read(xml.getBytes(StandardCharsets.UTF_8))))
        .orElse(List.of());
  }

  private Map<String, String> sections(String account) {
    Map<String, String> sections = new LinkedHashMap<>(USUAL);
    stored(account)
        .ifPresent(
            record ->
                record
                    .body()
                    .forEach(
                        member -> {
                          if (member.value() instanceof JsonString(String xml)) {
                            sections.put(member.name(), xml);
                          }
                        }));
    return sections;
  }

  private Optional<ResourceRecord> stored(String account) {
    return catalogue
        .database(account)
        .flatMap(database -> resources.resource(KIND, database.number(), NAME));
  }

  private void store(String account, JsonObject sections) {
    Optional<ResourceRecord> known = stored(account);
    if (known.isPresent()) {
      resources.replaceResource(known.get().number(), NAME, sections, Catalogue.Requirement.NONE);
    } else {
      int database = catalogue.requireDatabase(account).number();
      resources.createResource(KIND, database, NAME, sections);
    }
  }
}
