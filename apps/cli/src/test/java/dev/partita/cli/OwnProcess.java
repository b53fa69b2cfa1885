package dev.partita.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command in a process of its own, for behaviour that only a process shows. */
final class OwnProcess {

  private OwnProcess() {}

  static ProcessBuilder of(String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
