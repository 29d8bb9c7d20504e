/** List of /stationStatus with `?rows=` collapsed stations. */
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import '../../../src/app/mantine.css';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { healthStates, type StationHealth } from '../../../contract/entities/station-health.ts';
import { resolver, theme } from '../../../src/app/theme.ts';
import { StationList } from '../../../src/screens/station-status/StationList.tsx';
import { found, host, offer } from './page.ts';

const dataAt = Date.UTC(2026, 0, 15, 12);
const minuteMs = 60_000;

/** One in five of each state; a feeding one has a reception within the last ten minutes. */
function stationOf(_: unknown, index: number): StationHealth {
  const state = healthStates[index % healthStates.length] ?? 'feeding';
  const ageMinutes = state === 'feeding' ? index % 10 : 60 + (index % 900);
  return {
    id: index + 1,
    stationId: String(10_000 + index),
    city: `Town ${index % 700}`,
    country: 'Austria',
    state,
    reason: state === 'feeding' || state === 'partly' ? null : 'noSign',
    lastMessageAt: state === 'never' ? null : new Date(dataAt - ageMinutes * minuteMs).toISOString(),
    usualEveryS: 30,
    fineS: 900,
    lateS: 3600,
    silentTypes: state === 'partly' ? ['VDLM2'] : [],
    facts: null,
  };
}
const stations = Array.from({ length: Number(new URLSearchParams(location.search).get('rows') ?? 5000) }, stationOf);

let open: (turn: number) => void = () => {};
function Page(): ReactElement {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    open = setTurn;
  }, []);
  return <StationList key={turn} stations={stations} selectedId={null} now={dataAt} dataAt={dataAt} isNow />;
}

const root = document.createElement('div');
root.style.cssText = 'display:contents';
host().append(root);
const router = createRouter({
  routeTree: createRootRoute({ component: Page }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});
createRoot(root).render(
  <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme="light">
    <RouterProvider router={router as never} />
  </MantineProvider>,
);
let turn = 0;
offer({
  scroller: () => found('ul[aria-label="Stations"]').parentElement as Element,
  // A new list, from the first row on.
  nextPage: () => open(++turn),
  resizeHandle: () => found('button'),
});
