package dev.partita.cli.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class KeyHealthTest {

  private static String of(String verdict, int share, int busy) {
    return KeyHealth.of(
        (JsonObject)
            JsonReader.DEFAULT.read(
                String.format(
                    Locale.ROOT,
                    """
                    {"keySpread": {"verdict": "%s", "text": "So it is."},
                     "hottestKeys": [{"key": ["ada"], "partition": "3", "sharePercent": %d}],
                     "partitions": [{"id": "3", "normalisedPercent": %d}]}
                    """,
                    verdict,
                    share,
                    busy)),
        "shop",
        "orders");
  }

  @Test
  void namesAKeyThatTakesMostOfABusyPartitionAndTheRemedy() {
    assertThat(of("good", 80, 95))
        .isEqualTo(
            "So it is. The key [\"ada\"] is hot: it takes 80 % of what partition 3 may spend."
                + " Try: partita advise -d shop -c orders");
  }

  @Test
  void saysNothingOfAKeyThatIsHotInAnIdlePartition() {
    assertThat(of("good", 80, 10)).isEqualTo("So it is.");
    assertThat(of("good", 20, 100)).isEqualTo("So it is.");
  }

  @Test
  void sendsThoseWhoseKeySpreadsBadlyToTheAdvisor() {
    assertThat(of("bad", 0, 0)).isEqualTo("So it is. Try: partita advise -d shop -c orders");
  }
}
