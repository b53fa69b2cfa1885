package dev.partita.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import dev.partita.testkit.LogLines;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RateLimitedLogTest {

  private final IOException failure = new IOException("why");

  private final ManualClock clock = new ManualClock(0);
  private final LogLines lines = new LogLines(false);
  private final RateLimitedLog log = new RateLimitedLog(lines, clock);

  @Test
  void writesOneLineInAPeriodAndSaysWhatItLeftOut() {
    for (int i = 0; i < 1_000; i++) {
      log.warn("Closed", "peer " + i, failure);
    }
    assertThat(lines.take()).containsExactly("WARN Closed: peer 0, why");
    clock.advanceMillis(9_999);
    log.warn("Closed", "peer", failure);
    assertThat(lines.take()).isEmpty();
    clock.advanceMillis(1);
    log.warn("Closed", "peer", failure);
    assertThat(lines.take())
        .containsExactly(
            "WARN Closed: peer, why" + " (1000 more of this kind since the last line)");
    clock.advanceMillis(10_000);
    log.warn("Closed", "peer", failure);
    assertThat(lines.take()).containsExactly("WARN Closed: peer, why");
  }

  @Test
  void keepsKindsApart() {
    log.warn("Closed", "a", failure);
    log.warn("Closed", "a", new IllegalStateException("other"));
    log.warn("Refused", "a", failure);
    log.warn("Refused", "b", failure);
    assertThat(lines.take()).hasSize(3);
  }

  @Test
  void showsTheStackOfItsOwnFailuresOnlyAndNotEachTime() {
    log.error("Failed", "a", failure);
    log.error("Failed", "b", failure);
    clock.advanceMillis(10_000);
    log.error("Failed", "c", failure);
    assertThat(lines.take())
        .containsExactly(
            "ERROR Failed: a + IOException",
            "ERROR Failed: c (1 more of this kind since the last line) + IOException");
  }

  @Test
  void makesOneShortLineOfWhatAPeerSays() {
    log.warn("Closed", "a", new IOException("a\nERROR b\r\u001b[1m" + "c".repeat(1_000)));
    assertThat(lines.take())
        .singleElement()
        .asString()
        .startsWith("WARN Closed: a, a ERROR b  [1mccc")
        .hasSizeLessThan(300);
  }

  @Test
  void showsEverythingToThoseWhoLookForADefect() {
    LogLines all = new LogLines(true);
    RateLimitedLog debugging = new RateLimitedLog(all, clock);
    debugging.warn("Closed", "a", failure);
    debugging.warn("Closed", "b", failure);
    assertThat(all.take())
        .containsExactly(
            "DEBUG Closed: a + IOException",
            "WARN Closed: a, why",
            "DEBUG Closed: b + IOException");
  }
}
