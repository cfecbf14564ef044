/** Keeps the shown directory fresh: shows the copy on disk, then decides when the API is read. */
import { DirectoryReader } from './directory-reader';
import type { DirectoryServices } from './directory-services';
import { HeldResponseError, isConfirmed } from './held-response';
import type { Model } from './model';
import { createRefreshReport, type RefreshReport } from './refresh-report';
import { ShownDirectory } from './shown-directory';
import { sourceOf } from './snapshot-file';

const ownSiteSeconds = 5;
const otherSiteSeconds = 900;
// The time between two requests for modified members, to a site without a list of changes. Full comparisons are less
// frequent.
const modifiedSeconds = 60;
const waitSeconds = 30;
// The pause between two requests for changes, so that many changes in a row are applied together.
const pauseSeconds = 0.1;
const confirmationSeconds = 5;
// Data counts as outdated only if the last successful refresh is at least this long ago. The time is long, because
// loading a large directory of our own may take longer than two refresh intervals of 5 s.
const minStaleMs = 5 * 60_000;

export class SnapshotKeeper {
  readonly #services: DirectoryServices;
  readonly #report: RefreshReport;
  readonly #shown: ShownDirectory;
  readonly #reader: DirectoryReader;
  /** The time between two comparisons of all lists. */
  readonly #compareSeconds: number;
  readonly #pollSeconds: number;
  /** Ends a request that waits for a change. */
  #waiting = new AbortController();
  #running: Promise<void> | null = null;
  #refreshing = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: DirectoryServices & { today: () => string }) {
    const { config, site, today, isOnlyInMemory = false, log = () => undefined } = services;
    const { dataDir, remoteApiUrl } = config;
    const source = sourceOf({ remoteApiUrl, ...site() });
    const usual = remoteApiUrl === null ? ownSiteSeconds : otherSiteSeconds;
    this.#services = services;
    this.#compareSeconds = services.refreshSeconds ?? usual;
    this.#pollSeconds = Math.min(this.#compareSeconds, services.modifiedSeconds ?? modifiedSeconds);
    this.#report = createRefreshReport({ dataDir, log });
    this.#shown = new ShownDirectory({ dataDir: isOnlyInMemory ? null : dataDir, source, today, log });
    this.#reader = new DirectoryReader({
      services,
      shown: this.#shown,
      source,
      compareSeconds: this.#compareSeconds,
      leftOut: (problems) => this.#report.leftOut(problems),
    });
  }

  /** null: nothing has been loaded yet. */
  get model(): Model | null {
    return this.#shown.model;
  }

  wasRemoved(id: string): boolean {
    return this.#shown.wasRemoved(id);
  }

  freshness(): { loadedAt: Date | null; isStale: boolean; problems: readonly string[] } {
    const { loadedAt } = this.#shown;
    const staleAfterMs = Math.max(2 * this.#compareSeconds * 1000, minStaleMs);
    const isOutdated =
      loadedAt === null || this.#services.clock().getTime() - loadedAt.getTime() > staleAfterMs;
    const problems = [...this.#report.problems(), ...(isOutdated ? ['The directory is out of date.'] : [])];
    return { loadedAt, isStale: this.#report.failures() > 0 || isOutdated, problems };
  }

  /** Shows the copy on disk and refreshes in the background. Without a copy, waits for a first load, which may fail. */
  async start(): Promise<void> {
    const isShown = await this.#shown.showCopy();
    const first = this.#refreshOnce().then(() => this.#schedule());
    if (!isShown) await first;
  }

  async stop(): Promise<void> {
    const stopped = this.#shown.stop();
    this.#waiting.abort();
    clearTimeout(this.#timer);
    await stopped;
  }

  /**
   * Ends a request that is waiting for a change, and loads the members if anything has changed. Calls run one after
   * another. A failure is not thrown, but reported in `freshness` and the log.
   */
  refresh(): Promise<void> {
    const next = async () => {
      if (this.#running !== null) {
        this.#waiting.abort();
        await this.#running;
        this.#waiting = new AbortController();
      }
      await this.#refreshOnce();
    };
    return (this.#refreshing = this.#refreshing.then(next));
  }

  #refreshOnce(options = { seconds: 0, isPoll: false }): Promise<void> {
    return (this.#running ??= this.#read(options).finally(() => (this.#running = null)));
  }

  async #read(options: { seconds: number; isPoll: boolean }): Promise<void> {
    const { signal } = this.#waiting;
    try {
      await this.#reader.read({ ...options, signal });
      if (!this.#shown.isStopped) await this.#shown.maintain();
      await this.#report.succeeded();
    } catch (error) {
      if (this.#shown.isStopped || signal.aborted) return;
      if (!(error instanceof HeldResponseError)) this.#reader.forgetPosition();
      await this.#report.failed(error);
    }
    this.#report.reportDrift(this.#services.api.drift());
  }

  #schedule(): void {
    if (this.#shown.isStopped) return;
    const failures = this.#report.failures();
    if (this.#reader.followsChanges && failures === 0) {
      this.#after(pauseSeconds, () => this.#refreshAndSchedule({ seconds: waitSeconds, isPoll: true }));
      return;
    }
    if (this.#report.held() === null && failures === 0 && this.#reader.readsModified)
      this.#wait(Math.max(0, Math.min(this.#pollSeconds, this.#reader.secondsLeft)));
    else this.#wait(Math.min(this.#compareSeconds, this.#secondsAfterFailures()));
  }

  /** A failed request to another site is repeated sooner than usual, but with increasing delays. */
  #secondsAfterFailures(): number {
    const failures = this.#report.held() === null ? this.#report.failures() : 0;
    return failures === 0 ? Infinity : 5 * 2 ** Math.min(failures, 8);
  }

  /** Waits. While a response is held, looks every few seconds whether the operator has confirmed it. */
  #wait(seconds: number): void {
    if (this.#shown.isStopped) return;
    const held = this.#report.held();
    const part = held === null ? seconds : Math.min(seconds, confirmationSeconds);
    this.#after(part, async () => {
      const { dataDir } = this.#services.config;
      const isDue = part === seconds || (held !== null && (await isConfirmed(dataDir, held)));
      if (isDue) await this.#refreshAndSchedule({ seconds: 0, isPoll: held === null });
      else this.#wait(seconds - part);
    });
  }

  async #refreshAndSchedule(options: { seconds: number; isPoll: boolean }): Promise<void> {
    await this.#refreshOnce(options);
    this.#schedule();
  }

  #after(seconds: number, work: () => Promise<void>): void {
    this.#timer = setTimeout(() => void work(), seconds * 1000);
    this.#timer.unref();
  }
}
