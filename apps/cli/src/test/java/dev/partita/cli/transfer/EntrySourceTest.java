package dev.partita.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class EntrySourceTest {

  @Test
  void findsOutTheFormat() throws IOException {
    assertThat(entries("\uFEFF \n [ {\"id\":\"1\"} ]")).singleElement().matches(this::isItem);
    assertThat(entries("\n{\"id\":\"1\"}\n")).singleElement().matches(this::isItem);
    assertThat(entries("id,n\n\"1\",2\n"))
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry.item().orElseThrow().toString())
                    .isEqualTo("{\"id\":\"1\",\"n\":2}"));
    assertThat(entries("")).isEmpty();
    assertThat(entries("[]")).isEmpty();
  }

  @Test
  void aBrokenLineSpoilsNoOther() throws IOException {
    List<Entry> entries =
        entries("{\"id\":\"1\"}\r\n\r\n{\"id\": broken}\n[1]\n{\"id\":\"2\"} x\n{\"id\":\"3\"}");
    assertThat(entries).extracting(Entry::number).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(entries).extracting(Entry::line).containsExactly(1L, 3L, 4L, 5L, 6L);
    assertThat(entries).extracting(this::isItem).containsExactly(true, false, false, false, true);
    assertThat(entries.get(1).text()).isEqualTo("{\"id\": broken}");
    assertThat(entries.get(1).problem()).contains("not valid JSON");
  }

  @Test
  void aBrokenElementSpoilsNoOther() throws IOException {
    List<Entry> entries =
        entries("[\n{\"a\":\"],{\\\"\"},\n{\"b\": tru},\n5,\n{\"c\":[1,{\"d\":2}]}\n]\n");
    assertThat(entries).extracting(Entry::line).containsExactly(2L, 3L, 4L, 5L);
    assertThat(entries).extracting(this::isItem).containsExactly(true, false, false, true);
    assertThat(entries.get(1).text()).isEqualTo("{\"b\": tru}");
  }

  @Test
  void tellsOfArraysThatDoNotEndAsTheyShould() throws IOException {
    assertThat(entries("[{\"id\":\"1\"}"))
        .extracting(Entry::problem)
        .containsExactly("", "The array does not end.")
        .hasSize(2);
    assertThat(entries("[{\"id\":\"1\"},{\"id\":\"2"))
        .extracting(Entry::problem)
        .containsExactly("", "The text ends within an element.");
    assertThat(entries("[{\"id\":\"1\"}] {}"))
        .extracting(Entry::problem)
        .containsExactly("", "There is more text after the array.");
    assertThat(entries("{}", Format.JSON))
        .extracting(Entry::problem)
        .containsExactly("The text is not a JSON array.");
  }

  @Test
  void readsCsvWithTypes() throws IOException {
    List<Entry> entries =
        entries(
            """
            id,text,n,yes,none,zip
            "1","a ""b"",
            c",-1.5e2,true,,007
            2,plain,12345678901234567890123,false,null,"5"
            3,too,many,1,2,3,4
            4
            """);
    assertThat(entries.get(0).item().orElseThrow().toString())
        .isEqualTo(
            "{\"id\":\"1\",\"text\":\"a \\\"b\\\",\\nc\",\"n\":-150,\"yes\":true,\"zip\":\"007\"}");
    assertThat(entries.get(1).item().orElseThrow().toString())
        .isEqualTo(
            "{\"id\":\"2\",\"text\":\"plain\",\"n\":\"12345678901234567890123\",\"yes\":false,"
                + "\"none\":null,\"zip\":\"5\"}");
    assertThat(entries.get(1).line()).isEqualTo(4);
    assertThat(entries.get(2).problem()).contains("more fields");
    assertThat(entries.get(2).text()).isEqualTo("3,too,many,1,2,3,4");
    assertThat(entries.get(3).item().orElseThrow().toString()).isEqualTo("{\"id\":\"4\"}");
  }

  /** Round trip of export and import, in every format, for all strings. */
  @Property(tries = 200)
  void readsWhatIsWritten(
      @ForAll @Size(max = 5) List<@StringLength(max = 12) String> texts,
      @ForAll @IntRange(min = -1000, max = 1000) int number,
      @ForAll Format format)
      throws IOException {
    var items = new ArrayList<JsonObject>();
    for (String text : texts) {
      String whole = new String(text.getBytes(UTF_8), UTF_8);
      items.add(
          JsonObject.builder()
              .put("id", JsonString.of(whole))
              .put("n", JsonNumber.of(number / 4.0))
              .put("even", number % 2 == 0)
              .build());
    }
    var out = new ByteArrayOutputStream();
    ItemWriter writer = ItemWriter.of(format, out);
    writer.write(List.copyOf(items));
    writer.end();
    List<JsonObject> read =
        entries(out.toString(UTF_8), format).stream()
            .map(entry -> entry.item().orElseThrow())
            .toList();
    assertThat(read).isEqualTo(items);
    assertThat(writer.omissions()).isEmpty();
  }

  @Test
  void saysWhichPropertiesCsvHasNoColumnFor() throws IOException {
    var out = new ByteArrayOutputStream();
    ItemWriter writer = ItemWriter.of(Format.CSV, out);
    writer.write(List.of(JsonObject.builder().put("id", "1").build()));
    writer.write(
        List.of(
            JsonObject.builder()
                .put("id", "2")
                .put("late", JsonArray.of(JsonNumber.of(1)))
                .build()));
    writer.end();
    assertThat(out.toString(UTF_8)).isEqualTo("\"id\"\n\"1\"\n\"2\"\n");
    assertThat(writer.omissions()).contains("late").doesNotContain("id,");
  }

  private boolean isItem(Entry entry) {
    return entry.item().isPresent();
  }

  private static List<Entry> entries(String text) throws IOException {
    return all(EntrySource.of(new ByteArrayInputStream(text.getBytes(UTF_8)), Optional.empty()));
  }

  private static List<Entry> entries(String text, Format format) throws IOException {
    return all(EntrySource.of(new ByteArrayInputStream(text.getBytes(UTF_8)), Optional.of(format)));
  }

  private static List<Entry> all(EntrySource source) throws IOException {
    var entries = new ArrayList<Entry>();
    for (var entry = source.next(); entry.isPresent(); entry = source.next()) {
      entries.add(entry.get());
    }
    return entries;
  }
}
