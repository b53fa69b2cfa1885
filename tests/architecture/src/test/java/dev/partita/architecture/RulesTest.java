package dev.partita.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The rules, applied to small fixtures, each of which breaks the rule that the test names and no
 * other.
 */
class RulesTest {

  private static final String ROOT = "dev.partita.architecture.fixture";
  private static final Rules RULES = new Rules(ROOT);
  private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(ROOT);

  @Test
  void findsDependenciesThatPointUp() {
    assertThat(violations(RULES.knowsOnlyWhatItMay(Module.STORAGE)))
        .allMatch(line -> line.contains("storage.KnowsDocuments"))
        .isNotEmpty();
    // Dependencies that point down are allowed, and so is a module without classes.
    assertThat(violations(RULES.knowsOnlyWhatItMay(Module.DOCUMENT))).isEmpty();
    assertThat(violations(RULES.knowsOnlyWhatItMay(Module.REPLICATION))).isEmpty();
  }

  @Test
  void findsClassesOutsideOfAllModules() {
    assertThat(violations(RULES.everyClassIsInAModule()))
        .singleElement()
        .asString()
        .contains("stray.Stray");
  }

  @Test
  void findsCycles() {
    assertThat(violations(RULES.noCyclesBetweenPackages()))
        .hasSize(2)
        .anyMatch(cycle -> cycle.contains("json.left") && cycle.contains("json.right"));
  }

  @Test
  void findsRocksDbOutsideOfStorage() {
    assertOnly(RULES.rocksDbOnlyInStorage(), "document.KnowsRocksDb");
  }

  @Test
  void findsTheStoreAbovePartitions() {
    List<String> violations = violations(RULES.storeOnlyBehindPartitions());
    for (String culprit :
        List.of("document.Documents", "container.Container", "container.EngineRoom")) {
      assertThat(violations).as(culprit).anyMatch(line -> line.contains(culprit + "."));
    }
    assertThat(violations)
        .noneMatch(line -> line.contains("document.check."))
        .noneMatch(line -> line.contains("container.Engine."))
        .noneMatch(line -> line.contains("container.Engine$"));
  }

  @Test
  void findsNettyOutsideOfNet() {
    assertOnly(RULES.nettyOnlyInNet(), "server.KnowsNetty");
  }

  @Test
  void findsTimeThatIsNotTheClocks() {
    List<String> violations = violations(RULES.timeComesFromTheClock());
    assertThat(violations).allMatch(line -> line.contains("base.other.AsksTheTime"));
    for (String way : List.of("nanoTime", "currentTimeMillis", "Instant.now", "Clock", "sleep")) {
      assertThat(violations).as(way).anyMatch(line -> line.contains(way));
    }
  }

  @Test
  void findsWhoEndsTheProcess() {
    List<String> violations = violations(RULES.onlyTheCommandLineEndsTheProcess());
    assertThat(violations).hasSize(2).allMatch(line -> line.contains("base.other.EndsTheProcess"));
  }

  @Test
  void findsWhoPrints() {
    assertOnly(RULES.onlyTheCommandLinePrints(), "base.other.Prints");
  }

  @Test
  void findsWhoTouchesFiles() {
    assertOnly(RULES.filesOnlyWhereTheyBelong(), "net.TouchesFiles");
  }

  private static void assertOnly(ArchRule rule, String culprit) {
    assertThat(violations(rule)).isNotEmpty().allMatch(line -> line.contains(culprit));
  }

  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(CLASSES).getFailureReport().getDetails();
  }
}
