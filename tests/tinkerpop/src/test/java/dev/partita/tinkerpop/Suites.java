package dev.partita.tinkerpop;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Stage;
import dev.partita.graph.PartitaGraph;
import io.cucumber.guice.CucumberModules;
import io.cucumber.guice.GuiceFactory;
import io.cucumber.guice.InjectorSource;
import io.cucumber.junit.Cucumber;
import io.cucumber.junit.CucumberOptions;
import org.apache.tinkerpop.gremlin.GraphProviderClass;
import org.apache.tinkerpop.gremlin.features.World;
import org.apache.tinkerpop.gremlin.process.ProcessEmbeddedStandardSuite;
import org.apache.tinkerpop.gremlin.structure.StructureStandardSuite;
import org.junit.runner.RunWith;

/** TinkerPop's suites, in the form that their runners need. */
public final class Suites {

  private Suites() {}

  /** Graphs, vertices, edges and properties. */
  @RunWith(StructureStandardSuite.class)
  @GraphProviderClass(provider = PartitaProvider.class, graph = PartitaGraph.class)
  public static class Structure {}

  /** Traversals inside a program. */
  @RunWith(ProcessEmbeddedStandardSuite.class)
  @GraphProviderClass(provider = PartitaProvider.class, graph = PartitaGraph.class)
  public static class Traversals {}

  /**
   * Semantics of steps, as scenarios. Excluded are features that Partita's graphs lack: computers,
   * null as a value, files, and types without a JSON scalar.
   */
  @RunWith(Cucumber.class)
  @CucumberOptions(
      tags =
          "not @GraphComputerOnly and not @AllowNullPropertyValues and not @StepRead and not"
              + " @StepWrite and not @TinkerServiceRegistry and not"
              + " @UserSuppliedVertexPropertyIds and not @AllowMapPropertyValues and not"
              + " @AllowListPropertyValues and not @AllowSetPropertyValues and not"
              + " @AllowUUIDPropertyValues and not @AllowDateTimePropertyValues",
      glue = "org.apache.tinkerpop.gremlin.features",
      objectFactory = GuiceFactory.class,
      features = "classpath:/org/apache/tinkerpop/gremlin/test/features")
  public static class Features {}

  /** Supplies the world of the scenarios. */
  public static final class WorldSource implements InjectorSource {

    @Override
    public Injector getInjector() {
      return Guice.createInjector(
          Stage.PRODUCTION,
          CucumberModules.createScenarioModule(),
          new AbstractModule() {
            @Override
            protected void configure() {
              bind(World.class).to(PartitaWorld.class);
            }
          });
    }
  }
}
