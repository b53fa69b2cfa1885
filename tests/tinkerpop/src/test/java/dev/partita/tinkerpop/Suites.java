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

/** TinkerPop's suites, in the form in which its runners want them. */
public final class Suites {

  private Suites() {}

  /** What graphs, vertices, edges and properties are. */
  @RunWith(StructureStandardSuite.class)
  @GraphProviderClass(provider = PartitaProvider.class, graph = PartitaGraph.class)
  public static class Structure {}

  /** What traversals inside a program are. */
  @RunWith(ProcessEmbeddedStandardSuite.class)
  @GraphProviderClass(provider = PartitaProvider.class, graph = PartitaGraph.class)
  public static class Traversals {}

  /**
   * What steps mean, in scenarios. Left out by what graphs of ours cannot have: computers, null as
   * a value, files, and values that JSON has no scalar for.
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

  /** Gives scenarios their world. */
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
