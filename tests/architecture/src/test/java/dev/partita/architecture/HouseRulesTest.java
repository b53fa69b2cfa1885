package dev.partita.architecture;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules on the text of sources and documents, applied to all files. */
class HouseRulesTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  private static final String STATUS = "- Status: (Accepted|Superseded by \\[?\\d+.*)";
  private static final Pattern MODULE = Pattern.compile("<module>(\\w+/(\\w+))</module>");

  private final SourceTree project = SourceTree.ofThisProject();

  @TempDir Path folder;

  @Test
  void sourcesKeepTheRules() {
    var findings = new ArrayList<String>();
    List<Path> files =
        project.files(path -> path.matches(".*\\.(java|js|css|html|md|xml|properties)"));
    for (Path file : files) {
      for (String finding : HouseRules.findings(file.toString(), SourceTree.lines(file))) {
        findings.add(project.relative(file) + " " + finding);
      }
    }
    assertThat(files).hasSizeGreaterThan(50);
    assertThat(findings).isEmpty();
  }

  @Test
  void everyPackageHasAGuideAndIsNullMarked() {
    assertThat(packagesWithoutGuide(project)).isEmpty();
  }

  @Test
  void linksInDocumentsLeadSomewhere() {
    assertThat(deadLinks(project)).isEmpty();
  }

  @Test
  void theLayoutInContributingNamesEveryModule() {
    String pom = String.join("\n", SourceTree.lines(project.root().resolve("pom.xml")));
    String guide = String.join("\n", SourceTree.lines(project.root().resolve("CONTRIBUTING.md")));
    String layout = guide.substring(guide.indexOf("## Layout"), guide.indexOf("## Style"));
    Matcher module = MODULE.matcher(pom);
    while (module.find()) {
      assertThat(layout).as(module.group(1)).containsPattern("\\b" + module.group(2) + "\\b");
    }
    assertThat(module.reset().results().count()).isGreaterThan(20);
  }

  @Test
  void everyDecisionHasAStatusAndADate() {
    List<Path> decisions = project.files(path -> path.matches("docs/adr/\\d{4}-.*\\.md"));
    for (Path decision : decisions) {
      List<String> lines = SourceTree.lines(decision);
      assertThat(lines.get(2)).as(project.relative(decision)).matches(STATUS);
      assertThat(lines.get(3))
          .as(project.relative(decision))
          .matches("- Date: \\d{4}-\\d{2}-\\d{2}");
    }
    assertThat(decisions).hasSizeGreaterThan(10);
  }

  // Concatenated, so that this file does not break the rules itself.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "// TO" + "DO: later",
        " * FIX" + "ME",
        "import java.util.*;",
        "import static java.util.List.*;",
        "    Thread.sl" + "eep(10);",
        "final cl" + "ass StringUtil {",
        "public inter" + "face ItemManager {",
        "cl" + "ass StoreImpl implements Store {",
      })
  void findsWhatBreaksARule(String line) {
    assertThat(HouseRules.findings("A.java", List.of("", line)))
        .singleElement()
        .asString()
        .startsWith("line 2: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import java.util.List;",
        "clock.sleep(10);",
        "class Implementation {",
        "/** Manages nothing: the Manager is elsewhere. */",
        "String toDo = \"todo\";",
      })
  void findsNothingInOrdinaryLines(String line) {
    assertThat(HouseRules.findings("A.java", List.of(line))).isEmpty();
  }

  @Test
  void findsLongFiles() {
    assertThat(HouseRules.findings("A.java", Collections.nCopies(600, ""))).isEmpty();
    assertThat(HouseRules.findings("A.java", Collections.nCopies(601, ""))).hasSize(1);
    assertThat(HouseRules.findings("A.md", Collections.nCopies(601, ""))).isEmpty();
    for (String name : List.of("a.js", "a.css")) {
      assertThat(HouseRules.findings(name, Collections.nCopies(600, ""))).isEmpty();
      assertThat(HouseRules.findings(name, Collections.nCopies(601, ""))).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "element.innerHTML = text;",
        "row.insertAdjacentHTML('beforeend', name)",
        "document.write(text);",
        "return eval(text);",
        "new Function(text)()",
      })
  void findsDataThatBecomesMarkupOrCode(String line) {
    assertThat(HouseRules.findings("a.js", List.of("", line)))
        .singleElement()
        .asString()
        .startsWith("line 2: ");
    assertThat(HouseRules.findings("a.md", List.of(line))).isEmpty();
    assertThat(HouseRules.findings("a.js", List.of("element.textContent = html;"))).isEmpty();
  }

  @Test
  void findsPackagesWithoutGuide() throws IOException {
    write("a/src/main/java/x/A.java", "class A {}");
    write("a/src/main/java/x/package-info.java", "/** A guide. */\n@NullMarked\npackage x;");
    write("a/src/main/java/y/B.java", "class B {}");
    write("a/src/main/java/z/package-info.java", "/** A guide. */\npackage z;");
    write("a/src/main/java/target/T.java", "class T {}");
    write("a/src/test/java/t/C.java", "class C {}");
    assertThat(packagesWithoutGuide(new SourceTree(folder)))
        .containsExactly("a/src/main/java/y", "a/src/main/java/z");
  }

  @Test
  void findsDeadLinks() throws IOException {
    write("docs/a.md", "[b](b.md) [up](../README.md#top) [web](https://x.test/y) [here](#a)");
    write("docs/b.md", "[gone](gone.md)");
    write("README.md", "[docs](docs) [guide](docs/guide.md)");
    assertThat(deadLinks(new SourceTree(folder)))
        .containsExactly("README.md: docs/guide.md", "docs/b.md: gone.md");
  }

  private static List<String> packagesWithoutGuide(SourceTree tree) {
    return tree.files(path -> path.contains("src/main/java/") && path.endsWith(".java")).stream()
        .collect(groupingBy(file -> tree.relative(file.resolveSibling(""))))
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue().stream().noneMatch(HouseRulesTest::isGuide))
        .map(entry -> entry.getKey())
        .sorted()
        .toList();
  }

  private static boolean isGuide(Path file) {
    List<String> lines = SourceTree.lines(file);
    return file.endsWith("package-info.java")
        && lines.getFirst().startsWith("/**")
        && lines.contains("@NullMarked");
  }

  private static List<String> deadLinks(SourceTree tree) {
    var dead = new ArrayList<String>();
    for (Path file : tree.files(path -> path.endsWith(".md"))) {
      Matcher link = LINK.matcher(String.join("\n", SourceTree.lines(file)));
      while (link.find()) {
        if (!Files.exists(file.resolveSibling(link.group(1)))) {
          dead.add(tree.relative(file) + ": " + link.group(1));
        }
      }
    }
    return dead;
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }
}
