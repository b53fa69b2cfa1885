package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.Workspace;
import dev.partita.mql.Variables;

/** What a pipeline under way works with. Used by one thread at a time. */
public final class PipelineRun {

  private final Environment environment;
  private final Variables variables;

  /** What all parts of a run share. */
  private static final class Environment {
    private final CollectionSource collections;
    private final Workspace workspace;
    private final boolean mayUseFiles;
    private Runnable watch = () -> {};

    Environment(CollectionSource collections, Workspace workspace, boolean mayUseFiles) {
      this.collections = collections;
      this.workspace = workspace;
      this.mayUseFiles = mayUseFiles;
    }
  }

  /**
   * @param mayUseFiles whether stages may go on in files where memory does not suffice
   */
  public PipelineRun(CollectionSource collections, Workspace workspace, boolean mayUseFiles) {
    this(new Environment(collections, workspace, mayUseFiles), Variables.NONE);
  }

  private PipelineRun(Environment environment, Variables variables) {
    this.environment = environment;
    this.variables = variables;
  }

  /** The same run with other variables, for a pipeline within. */
  public PipelineRun with(Variables inner) {
    return new PipelineRun(environment, inner);
  }

  public Variables variables() {
    return variables;
  }

  public CollectionSource collections() {
    return environment.collections;
  }

  /** Memory for a stage, which closes it. */
  public Workspace.Memory memory() {
    return environment.workspace.memory(environment.mayUseFiles);
  }

  /**
   * Says what is asked from now on whether to go on.
   *
   * @param watch throws to give up
   */
  public void watchedBy(Runnable watch) {
    environment.watch = watch;
  }

  /** Throws if the command is to be given up. */
  public void watch() {
    environment.watch.run();
  }
}
