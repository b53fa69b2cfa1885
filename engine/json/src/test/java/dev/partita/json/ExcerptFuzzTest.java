package dev.partita.json;

import static dev.partita.json.JsonExcerptTest.excerpt;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is read of texts in passing is what the plain reader reads. */
class ExcerptFuzzTest {

  private static final int SEEDS = Integer.getInteger("partita.fuzz.seeds", 400);
  private static final long FIRST_SEED = Long.getLong("partita.fuzz.first", 1);
  private static final int TEXTS_PER_READER = 24;

  @Test
  void excerptsAreWhatThePlainReaderReads() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      try {
        compare(new SplittableRandom(seed));
      } catch (RuntimeException | AssertionError e) {
        fail("seed " + seed, e);
      }
    }
  }

  private static void compare(SplittableRandom random) {
    RandomObjects objects = new RandomObjects(random);
    JsonObject object = objects.object();
    List<String> wanted = wanted(random, objects, object);
    JsonExcerpt excerpt = excerpt(wanted);
    JsonExcerpt.Reader reader = excerpt.reader();
    for (int i = 0; i < TEXTS_PER_READER; i++) {
      byte[] text = JsonWriter.bytes(object);
      assertThat(JsonReader.DEFAULT.read(text)).isEqualTo(object);
      int before = random.nextInt(20);
      byte[] placed = new byte[before + text.length + random.nextInt(20)];
      random.nextBytes(placed);
      System.arraycopy(text, 0, placed, before, text.length);
      assertSays(object, wanted, reader.read(placed, before, text.length));
      assertSays(object, wanted, excerpt.read(placed, before, text.length));
      UnreadObject unread = new UnreadObject(placed, before, text.length);
      assertSays(object, wanted, unread.excerpt(excerpt));
      assertThat(JsonWriter.bytes(unread)).isEqualTo(text);
      assertThat(unread).isEqualTo(object);
      int cut = random.nextInt(text.length);
      JsonObject beginning = reader.readBeginning(Arrays.copyOf(placed, before + cut), before, cut);
      if (beginning != null) {
        assertSays(object, wanted, beginning);
      }
      object = random.nextInt(4) == 0 ? objects.object() : objects.like(object);
    }
  }

  private static List<String> wanted(
      SplittableRandom random, RandomObjects objects, JsonObject object) {
    List<String> wanted = new ArrayList<>();
    int part = 1 + random.nextInt(20);
    for (String name : object.names()) {
      if (random.nextInt(part) == 0) {
        wanted.add(name);
      }
    }
    for (int left = random.nextInt(3); left > 0; left--) {
      wanted.add(objects.name(left));
    }
    return wanted.stream().distinct().toList();
  }

  private static void assertSays(JsonObject object, List<String> wanted, JsonObject read) {
    for (String name : wanted) {
      JsonValue expected = object.at(name);
      assertThat(read.at(name)).as(name).isEqualTo(expected);
      // Equal numbers can be written in two ways.
      assertThat(read.at(name)).hasToString(expected.toString());
    }
  }

  @Test
  void textsThatTheWriterDoesNotWriteAreReadByThePlainReader() {
    SplittableRandom random = new SplittableRandom(1);
    RandomObjects objects = new RandomObjects(random);
    for (int i = 0; i < 2_000; i++) {
      JsonObject object = objects.object();
      byte[] text = spaced(random, JsonWriter.text(object)).getBytes(UTF_8);
      List<String> wanted = wanted(random, objects, object);
      assertSays(object, wanted, excerpt(wanted).reader().read(text, 0, text.length));
    }
  }

  /** The text with blanks between some of its tokens. */
  private static String spaced(SplittableRandom random, String text) {
    StringBuilder spaced = new StringBuilder();
    boolean inString = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        inString = !inString;
      }
      boolean isToken = !inString && "{}[]:,".indexOf(c) >= 0;
      if (isToken && random.nextInt(8) == 0) {
        spaced.append(" \t\r\n".charAt(random.nextInt(4)));
      }
      spaced.append(c);
      if (inString && c == '\\') {
        spaced.append(text.charAt(++i));
      }
      if (isToken && random.nextInt(8) == 0) {
        spaced.append(' ');
      }
    }
    return spaced.toString();
  }
}
