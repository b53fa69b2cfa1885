package dev.partita.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Dependency rules, for modules below any root package. */
final class Rules {

  private final String root;

  Rules(String root) {
    this.root = root;
  }

  /** Dependencies point down only, as the table of modules says. */
  ArchRule knowsOnlyWhatItMay(Module module) {
    return noClasses()
        .that()
        .resideInAPackage(module.packagesBelow(root))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(module.strangersBelow(root))
        .allowEmptyShould(true);
  }

  /** A new package must belong to a module of the table. */
  ArchRule everyClassIsInAModule() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .resideInAnyPackage(Module.allBelow(root));
  }

  ArchRule noCyclesBetweenPackages() {
    return slices().assignedFrom(packages()).should().beFreeOfCycles();
  }

  /**
   * A generated parser has a package of its own, but counts as part of the package that uses it.
   */
  private SliceAssignment packages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
        String name = javaClass.getPackageName();
        return name.startsWith(root + ".")
            ? SliceIdentifier.of(name.replaceFirst("\\.grammar$", ""))
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }

  /** Only the storage module knows how data is stored. */
  ArchRule rocksDbOnlyInStorage() {
    return onlyIn("org.rocksdb..", Module.STORAGE);
  }

  /** The engine of consensus can be replaced: only one module knows it. */
  ArchRule jraftOnlyInConsensus() {
    return onlyIn("com.alipay..", Module.CONSENSUS);
  }

  /**
   * Data is accessed through partitions: only the modules that partitions consist of, the check and
   * the repair of stored data, and the code that opens the store use it.
   */
  ArchRule storeOnlyBehindPartitions() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackages(
            packages(
                Module.STORAGE,
                Module.REPLICATION,
                Module.CONSENSUS,
                Module.PARTITION,
                Module.INDEX,
                Module.SERVER))
        .and()
        .resideOutsideOfPackages(
            root + ".container.group..",
            root + ".container.check..",
            root + ".container.repair..",
            root + ".document.check..",
            root + ".collection.check..")
        .and(areNot(root + ".container.Engine", root + ".container.EngineHealth"))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(Module.STORAGE.packagesBelow(root))
        .allowEmptyShould(true);
  }

  /** All classes except some and their nested classes. */
  private static DescribedPredicate<JavaClass> areNot(String... names) {
    return DescribedPredicate.describe(
        "are not " + String.join(", ", names),
        found ->
            Arrays.stream(names)
                .noneMatch(
                    name ->
                        found.getName().equals(name) || found.getName().startsWith(name + "$")));
  }

  /** Sockets belong to one module; framed protocols use it, too. */
  ArchRule nettyOnlyInNet() {
    return onlyIn("io.netty..", Module.NET, Module.GREMLIN);
  }

  /** TinkerPop's serialisers write into Netty's buffers; sockets stay in net. */
  ArchRule onlyBuffersOfNettyInGremlin() {
    return noClasses()
        .that()
        .resideInAPackage(Module.GREMLIN.packagesBelow(root))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty.channel..", "io.netty.handler..", "io.netty.bootstrap..", "io.netty.util..")
        .allowEmptyShould(true);
  }

  private ArchRule onlyIn(String library, Module... modules) {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackages(packages(modules))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .allowEmptyShould(true);
  }

  /** Tests replace the clock. */
  ArchRule timeComesFromTheClock() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackage(root + ".base.time..")
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(InstantSource.class)
        .allowEmptyShould(true);
  }

  /** Exiting the process would end everything that runs in it. */
  ArchRule onlyTheCommandLineEndsTheProcess() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackages(packages(Module.CLI))
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .allowEmptyShould(true);
  }

  /** All other modules log. */
  ArchRule onlyTheCommandLinePrints() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackages(packages(Module.CLI))
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .allowEmptyShould(true);
  }

  /** Other modules keep their data in the store; only keys and certificates are files by nature. */
  ArchRule filesOnlyWhereTheyBelong() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackages(
            packages(Module.STORAGE, Module.SERVER, Module.CLI, Module.EMBEDDED))
        .and()
        .resideOutsideOfPackages(
            root + ".base.file..", root + ".net.tls..", root + ".peer.membership..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Files.class, FileChannel.class)
        .allowEmptyShould(true);
  }

  private String[] packages(Module... modules) {
    return Arrays.stream(modules).map(module -> module.packagesBelow(root)).toArray(String[]::new);
  }
}
