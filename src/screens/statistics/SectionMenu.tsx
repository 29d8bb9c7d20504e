/** Section menu of /statistics. It leaves the address alone, which belongs to the sections. */
import { type ReactElement, useEffect, useState } from 'react';
import styles from './Statistics.module.css';
import { type SectionId, sections } from './sections.ts';

export const sectionElementId = (id: SectionId): string => `section-${id}`;

export function SectionMenu({ scroller }: { scroller: HTMLElement | null }): ReactElement {
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
