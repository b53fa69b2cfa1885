package dev.partita.cli.transfer;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * CSV according to RFC 4180, with names in the first line. A quoted field is a string. Other fields
 * are a number, true, false or null if they look like one, and omitted if they are empty. An id is
 * always a string, also if it looks like a number.
 */
final class CsvSource implements EntrySource {

  /** Field, and whether it was quoted. */
  private record Field(String text, boolean quoted) {}

  private record Line(long number, List<Field> fields) {}

  private final CloseableIterator<Line> lines;
  private List<String> names = List.of();
  private boolean begun;
  private boolean ended;
  private long number;
  private long lastLine = 1;

  CsvSource(InputStream in) {
    this.lines =
        CsvReader.builder()
            .skipEmptyLines(true)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .allowExtraCharsAfterClosingQuote(true)
            .build(new Lines(), new InputStreamReader(in, StandardCharsets.UTF_8))
            .iterator();
  }

  @Override
  public Optional<Entry> next() {
    try {
      if (!begun) {
        begun = true;
        if (lines.hasNext()) {
          names = lines.next().fields().stream().map(Field::text).toList();
        }
      }
      return ended || !lines.hasNext() ? Optional.empty() : Optional.of(entry(lines.next()));
    } catch (CsvParseException e) {
      // Where the next line begins is unknown after this error.
      ended = true;
      return Optional.of(
          Entry.broken(
              ++number, lastLine + 1, "", "The rest of the file is not CSV: " + Reasons.of(e)));
    }
  }

  private Entry entry(Line line) {
    lastLine = line.number();
    number++;
    String text = line.fields().stream().map(CsvSource::written).collect(Collectors.joining(","));
    if (line.fields().size() > names.size()) {
      return Entry.broken(
          number, line.number(), text, "The line has more fields than the first line has names.");
    }
    JsonObject.Builder item = JsonObject.builder();
    for (int i = 0; i < line.fields().size(); i++) {
      item.put(names.get(i), value(names.get(i), line.fields().get(i)));
    }
    return Entry.of(number, line.number(), item.build(), text);
  }

  private static String written(Field field) {
    return field.quoted() ? '"' + field.text().replace("\"", "\"\"") + '"' : field.text();
  }

  private static JsonValue value(String name, Field field) {
    String text = field.text().strip();
    if (field.quoted() || (name.equals("id") && !text.isEmpty())) {
      return JsonString.of(field.text());
    }
    return switch (text) {
      case "" -> JsonUndefined.UNDEFINED;
      case "true" -> JsonBoolean.TRUE;
      case "false" -> JsonBoolean.FALSE;
      case "null" -> JsonNull.NULL;
      default -> number(text).orElseGet(() -> JsonString.of(field.text()));
    };
  }

  /** Parses a number as JSON writes it; 007 and +1 are strings. */
  private static Optional<JsonValue> number(String text) {
    char first = text.charAt(0);
    if (first != '-' && !Character.isDigit(first)) {
      return Optional.empty();
    }
    try {
      JsonValue value = JsonReader.DEFAULT.read(text);
      // A number that would lose digits, such as an identifier of 30 digits, stays a string.
      return value instanceof JsonNumber number && (number.isIntegral() || text.contains("."))
          ? Optional.of(value)
          : Optional.empty();
    } catch (DatabaseException e) {
      return Optional.empty();
    }
  }

  /** Collects the fields of a line. */
  private static final class Lines extends AbstractBaseCsvCallbackHandler<Line> {

    private List<Field> fields = new ArrayList<>();
    private long line;

    @Override
    protected void handleBegin(long startingLineNumber) {
      fields = new ArrayList<>();
      line = startingLineNumber;
    }

    @Override
    protected void handleField(int index, char[] buffer, int offset, int length, boolean quoted) {
      fields.add(new Field(new String(buffer, offset, length), quoted));
    }

    @Override
    protected Line buildRecord() {
      return new Line(line, fields);
    }
  }
}
