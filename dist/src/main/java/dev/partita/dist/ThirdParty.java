package dev.partita.dist;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** What the libraries of a package are, and the texts of their licences. For one thread. */
final class ThirdParty {

  private static final Pattern TEXT =
      Pattern.compile("(META-INF/)?(LICENSE|LICENCE|NOTICE|COPYING|AL2\\.0|LGPL2\\.1)[^/]*");

  /** What poms do not say, but the project does: by group and name. */
  private static final Map<String, String> UNSAID =
      Map.of("com.alipay.sofa:jraft-core", "Apache-2.0");

  /** A library as the bill of materials has it. */
  private record Library(String name, String licences) {}

  private final Map<String, Library> byJar = new TreeMap<>();

  /**
   * @param bom a bill of materials as CycloneDX writes it
   */
  ThirdParty(Path bom) throws IOException {
    JsonObject root = JsonReader.DEFAULT.readObject(Files.readAllBytes(bom));
    for (JsonValue component : (JsonArray) root.at("components")) {
      JsonObject library = (JsonObject) component;
      String name = text(library.at("name"));
      String version = text(library.at("version"));
      byJar.put(
          name + "-" + version + ".jar",
          new Library(
              text(library.at("group")) + ":" + name + ":" + version,
              library.at("licenses") instanceof JsonArray licences
                  ? licences(licences)
                  : UNSAID.getOrDefault(text(library.at("group")) + ":" + name, "")));
    }
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString(String text) ? text : "";
  }

  private static String licences(JsonArray choices) {
    return StreamSupport.stream(choices.spliterator(), false)
        .map(JsonObject.class::cast)
        .map(
            choice ->
                choice.at("license") instanceof JsonObject licence
                    ? text(licence.at("id")).isEmpty()
                        ? text(licence.at("name"))
                        : text(licence.at("id"))
                    : text(choice.at("expression")))
        .collect(Collectors.joining(", "));
  }

  /**
   * Writes the list of libraries, and the texts that they bring along.
   *
   * @param jars all libraries of the package
   * @throws IOException also if the bill of materials lacks a library, or its licence
   */
  FileTree write(List<Path> jars, Path folder) throws IOException {
    Files.createDirectories(folder);
    FileTree files = new FileTree();
    List<String> lines = new ArrayList<>();
    for (Path jar : jars) {
      String fileName = jar.getFileName().toString();
      Library library = byJar.get(fileName);
      if (library == null || library.licences().isEmpty()) {
        throw new IOException("The bill of materials lacks this library or its licence: " + jar);
      }
      if (library.name().startsWith("dev.partita:")) {
        continue;
      }
      lines.add(library.name() + "\n    " + library.licences());
      addTexts(jar, fileName.substring(0, fileName.lastIndexOf('.')), folder, files);
    }
    String head =
        """
        Libraries in this package, by others, and the licences that their authors chose. Texts that
        came with them are in the folders beside this file. bom.json has more of each.

        """;
    return files.add(
        "licenses/THIRD-PARTY.txt",
        FileTree.text(folder.resolve("THIRD-PARTY.txt"), head + String.join("\n\n", lines) + "\n"));
  }

  private static void addTexts(Path jar, String name, Path folder, FileTree files)
      throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (!entry.isDirectory() && TEXT.matcher(entry.getName()).matches()) {
          String file = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
          Path copy = folder.resolve(name).resolve(file);
          // Some jars have the same text at two places.
          if (!Files.exists(copy)) {
            try (InputStream text = zip.getInputStream(entry)) {
              FileTree.text(copy, new String(text.readAllBytes(), StandardCharsets.UTF_8));
            }
            files.add("licenses/" + name + "/" + file, copy);
          }
        }
      }
    }
  }
}
