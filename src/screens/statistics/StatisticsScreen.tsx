/** /statistics (C65). `?only=` shows one of its two lists alone, `?stationId=` limits it to one station (C68). */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { feedingDefinition, messageTypesDefinition, rangesDefinition } from '../../../contract/feeding.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { stationsQuery } from '../../data/stations.ts';
import {
  feedingPerTypeQuery,
  feedingTimesQuery,
  messagesNumberQuery,
  type Period,
  rangesQuery,
} from '../../data/statistics.ts';
import { slotSearch, withSlot } from '../../lib/address-slot.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import type { ListDefinition } from '../../list/define-list.ts';
import { ListScreen } from '../../list/ListScreen.tsx';
import { Later } from '../../ui/Later.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import shared from '../../ui/shared.module.css';
import { ActiveStations, FeedingPerTypeTable, FeedingTimeTable, MessageCounts, Ranges } from './results.tsx';
import { type PanelTexts, SearchPanel, stationsOf } from './SearchPanel.tsx';
import { StationData } from './StationData.tsx';
import styles from './Statistics.module.css';
import stationsFrameSize from './stations-frame-size.list.ts';
import stationsStatus from './stations-status.list.ts';

const FirstSight = lazyPart(() => import('./FirstSight.tsx'));

type Search = Readonly<Record<string, unknown>>;
const lists = [stationsStatus, stationsFrameSize] as const;

export default function StatisticsScreen(): ReactElement {
  const { only } = useSearch({ strict: false }) as Search;
  const alone = lists.find((list) => list.within?.slot === only);
  return alone ? <ListScreen key={alone.name} list={alone} /> : <AllSections />;
}

const periodOf = ({ from, to, station }: PanelTexts): Period => ({ from, to, stationId: station });
const isNothing = (rows: readonly unknown[]): boolean => rows.length === 0;

function AllSections(): ReactElement {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const stations = useQuery(stationsQuery());
  useStationOfAddress();
  // The badge in the header shows the age of the stations. Other figures of this screen show their own.
  useReportedAge(stations);
  return (
    <div ref={setScroller} className={styles.screen}>
      <header className={styles.head}>
        <h1>Statistics</h1>
        <span className={shared.dim}>All times UTC</span>
      </header>
      <SectionMenu scroller={scroller} />
      <div className={styles.sections}>
        <section id={sectionElementId('sight')} className={styles.sight} aria-labelledby="section-sight-title">
          <h2 id="section-sight-title" tabIndex={-1}>
            Summary
          </h2>
          <Suspense fallback={<div className={styles.sightRoom} role="status" aria-label="Loading" />}>
            <FirstSight stations={stations.data?.value ?? []} />
          </Suspense>
        </section>
        <section id={sectionElementId('active')} className={styles.active} aria-label="Active stations">
          <ActiveStations stations={stations.data} />
        </section>
        <Section id="messages" title="Number of different messages per receiver" definition={messageTypesDefinition}>
          <Later room={<div className={styles.panelRoom} />}>
            {() => (
              <SearchPanel
                slot="messages"
                output={specTexts.statistics.results}
                title="Search: messages per receiver"
                prompt={specTexts.statistics.prompt}
                query={(criteria) => messagesNumberQuery(periodOf(criteria))}
                isEmpty={({ rows }) => isNothing(rows)}
              >
                {(counts) => <MessageCounts counts={counts} />}
              </SearchPanel>
            )}
          </Later>
        </Section>
        <Section id="ranges" title="Directional ranges per receiver" definition={rangesDefinition}>
          <Later room={<div className={styles.panelRoom} />}>
            {() => (
              <SearchPanel
                slot="ranges"
                output={specTexts.statistics.polarChart}
                title="Search: directional ranges"
                prompt={specTexts.statistics.promptRanges}
                query={({ from, to, station, angle }) => rangesQuery({ from, to }, stationsOf(station), angle)}
                // No canvas without data.
                isEmpty={(all) => all.every(({ ranges }) => isNothing(ranges))}
                hasAngle
              >
                {(ranges, criteria) => <Ranges ranges={ranges} criteria={criteria} />}
              </SearchPanel>
            )}
          </Later>
        </Section>
        <div className={styles.table}>
          <div className={styles.tableHead}>
            <h2>Feeding time per receiver and message type</h2>
            <p className={styles.output}>{specTexts.statistics.statisticsTable}</p>
            <p className={shared.dim}>{feedingDefinition}</p>
          </div>
          <Section id="feeding" title="Feeding time and percentage" level="h3">
            <Later room={<div className={styles.panelRoom} />}>
              {() => (
                <SearchPanel
                  slot="feeding"
                  title="Search: feeding time"
                  prompt={specTexts.statistics.promptFeeding}
                  tooltip={specTexts.statistics.doubleClick}
                  query={(criteria) => feedingTimesQuery(periodOf(criteria))}
                  isEmpty={isNothing}
                >
                  {(rows) => <FeedingTimeTable rows={rows} />}
                </SearchPanel>
              )}
            </Later>
          </Section>
          <Section id="types" title="Feeding time per message type" level="h3">
            <Later room={<div className={styles.panelRoom} />}>
              {() => (
                <SearchPanel
                  slot="types"
                  title="Search: feeding time per message type"
                  prompt={specTexts.statistics.promptTypes}
                  tooltip={specTexts.statistics.doubleClick}
                  query={(criteria) => feedingPerTypeQuery(periodOf(criteria))}
                  isEmpty={isNothing}
                >
                  {(rows) => <FeedingPerTypeTable rows={rows} />}
                </SearchPanel>
              )}
            </Later>
          </Section>
        </div>
        <Section id="stations" title={specTexts.statistics.stationData} isWide>
          <Later room={<div className={styles.tableRoom} />}>{() => <StationData query={stations} />}</Later>
        </Section>
        <ListSection id="status" list={stationsStatus} scroller={scroller} />
        <ListSection id="frames" list={stationsFrameSize} scroller={scroller} />
      </div>
    </div>
  );
}

function Section(props: {
  id: SectionId;
  title: string;
  definition?: string;
  level?: 'h2' | 'h3';
  isWide?: true;
  children: ReactNode;
}): ReactElement {
  const { id, title, level: Heading = 'h2' } = props;
  const titleId = `${sectionElementId(id)}-title`;
  return (
    <section
      id={sectionElementId(id)}
      className={props.isWide ? styles.wideSection : styles.section}
      aria-labelledby={titleId}
    >
      <Heading id={titleId} tabIndex={-1}>
        {title}
      </Heading>
      {props.definition ? <p className={shared.dim}>{props.definition}</p> : null}
      {props.children}
    </section>
  );
}

/** A list sends no request until it is scrolled near. */
function ListSection(props: { id: SectionId; list: ListDefinition; scroller: HTMLElement | null }): ReactElement {
  const { id, list } = props;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isNear = useIsNear(element, props.scroller);
  const titleId = `${sectionElementId(id)}-title`;
  return (
    <section ref={setElement} id={sectionElementId(id)} className={styles.listSection} aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        {list.title}
      </h2>
      {isNear ? <ListScreen list={list} isPart /> : <div className={styles.listRoom} />}
    </section>
  );
}

/** True once the element is in or near the visible part of its scroll container. */
function useIsNear(element: Element | null, scroller: Element | null): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element || !scroller || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { root: scroller, rootMargin: '300px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, scroller, isNear]);
  return isNear;
}

/** C68: with a station in the address both lists are filtered by it until they are searched. */
function useStationOfAddress(): void {
  const styles = useSearch({ strict: false }) as Search;
  const writeAddress = useWriteAddress();
  const { stationId } = styles;
  useEffect(() => {
    if (typeof stationId !== 'string' || stationId === '') return;
    const filtered = (now: Search): Search =>
      lists.reduce((address, { within }) => {
        const slot = within?.slot ?? '';
        return Object.keys(slotSearch(address, slot)).length > 0 ? address : withSlot(address, slot, { stationId });
      }, now);
    writeAddress(filtered, 'replace');
  }, [stationId, writeAddress]);
}

/** The sections of /statistics: charts that need no search, then the eight of STAT-01 in order. */
const sections = [
  { id: 'sight', menu: 'Summary' },
  { id: 'active', menu: 'Active stations' },
  { id: 'messages', menu: 'Messages per receiver' },
  { id: 'ranges', menu: 'Directional ranges' },
  { id: 'feeding', menu: 'Feeding time' },
  { id: 'types', menu: 'Feeding per message type' },
  { id: 'stations', menu: 'Station data' },
  { id: 'status', menu: 'Stations status' },
  { id: 'frames', menu: 'Frame size' },
] as const;
type SectionId = (typeof sections)[number]['id'];

const sectionElementId = (id: SectionId): string => `section-${id}`;

/** Section menu of /statistics. It leaves the address alone, which belongs to the sections. */
function SectionMenu({ scroller }: { scroller: HTMLElement | null }): ReactElement {
  const current = useSectionInView(scroller);
  return (
    <nav className={styles.menu} aria-label="Sections of this screen">
      {sections.map(({ id, menu }) => (
        <a
          key={id}
          href={`#${sectionElementId(id)}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault(); // the address belongs to the sections
            const section = document.getElementById(sectionElementId(id));
            section?.scrollIntoView({ block: 'start' });
            section?.querySelector<HTMLElement>('h2, h3')?.focus({ preventScroll: true });
          }}
        >
          {menu}
        </a>
      ))}
    </nav>
  );
}

/** The first section in the upper third of the screen. */
function useSectionInView(scroller: HTMLElement | null): SectionId {
  const [current, setCurrent] = useState<SectionId>(sections[0].id);
  useEffect(() => {
    if (!scroller) return;
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        const first = sections.find(({ id }) => [...inView].some((element) => element.id === sectionElementId(id)));
        if (first) setCurrent(first.id);
      },
      { root: scroller, rootMargin: '-60px 0px -66% 0px' },
    );
    for (const { id } of sections) {
      const element = document.getElementById(sectionElementId(id));
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [scroller]);
  return current;
}
