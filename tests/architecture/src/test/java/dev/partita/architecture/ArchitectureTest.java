package dev.partita.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.partita.base.time.Clock;
import dev.partita.net.NetServer;
import dev.partita.server.PartitaServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dependency rules, applied to all modules. */
class ArchitectureTest {

  private static final String ROOT = "dev.partita";
  private static final Rules RULES = new Rules(ROOT);
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);

  @Test
  void seesTheModules() {
    assertThat(CLASSES.contain(Clock.class)).isTrue();
    assertThat(CLASSES.contain(NetServer.class)).isTrue();
    assertThat(CLASSES.contain(PartitaServer.class)).isTrue();
    assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void knowsOnlyWhatItMay(Module module) {
    RULES.knowsOnlyWhatItMay(module).check(CLASSES);
  }

  @Test
  void everyClassIsInAModule() {
    RULES.everyClassIsInAModule().check(CLASSES);
  }

  @Test
  void noCyclesBetweenPackages() {
    RULES.noCyclesBetweenPackages().check(CLASSES);
  }

  @Test
  void rocksDbOnlyInStorage() {
    RULES.rocksDbOnlyInStorage().check(CLASSES);
  }

  @Test
  void jraftOnlyInConsensus() {
    RULES.jraftOnlyInConsensus().check(CLASSES);
  }

  @Test
  void storeOnlyBehindPartitions() {
    RULES.storeOnlyBehindPartitions().check(CLASSES);
  }

  @Test
  void nettyOnlyInNet() {
    RULES.nettyOnlyInNet().check(CLASSES);
    RULES.onlyBuffersOfNettyInGremlin().check(CLASSES);
  }

  @Test
  void timeComesFromTheClock() {
    RULES.timeComesFromTheClock().check(CLASSES);
  }

  @Test
  void onlyTheCommandLineEndsTheProcess() {
    RULES.onlyTheCommandLineEndsTheProcess().check(CLASSES);
  }

  @Test
  void onlyTheCommandLinePrints() {
    RULES.onlyTheCommandLinePrints().check(CLASSES);
  }

  @Test
  void filesOnlyWhereTheyBelong() {
    RULES.filesOnlyWhereTheyBelong().check(CLASSES);
  }
}
