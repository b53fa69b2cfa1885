package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.protocol.setting.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docs/settings.md, the table of which is made from {@link Settings}. Run with {@code
 * -Dsettings.write=true} to write the page anew.
 */
class SettingsPageTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "settings.md");
  private static final String BEGIN = "<!-- The rest of this page is generated. -->\n";

  @Test
  void thePageListsEverySetting() throws IOException {
    String page = Files.readString(PAGE);
    String generated = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table();
    if (Boolean.getBoolean("settings.write")) {
      Files.writeString(PAGE, generated);
    }
    assertThat(Files.readString(PAGE))
        .as("docs/settings.md; -Dsettings.write=true writes it anew")
        .isEqualTo(generated);
  }

  private static String table() {
    var table = new StringBuilder("\n| Setting | Value | Default | Meaning |\n|---|---|---|---|\n");
    for (Setting<?> setting : Settings.standard().all()) {
      table
          .append("| ")
          .append(String.join(" | ", code(setting.key()), code(setting.valueName())))
          .append(" | ")
          .append(String.join(" | ", code(setting.defaultText()), cell(setting.description())))
          .append(" |\n");
    }
    return table.toString();
  }

  private static String code(String text) {
    return text.isEmpty() ? "" : "`" + cell(text) + "`";
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
