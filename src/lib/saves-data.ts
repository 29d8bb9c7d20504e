/** Whether the browser asks for less data, and the files of the app are not on the device. */
export function savesData(): boolean {
  const { connection, serviceWorker } = navigator as SavingNavigator;
  return connection?.saveData === true && !serviceWorker?.controller;
}

/** Safari and Firefox have no `connection`, an insecure context no `serviceWorker`. */
type SavingNavigator = {
  readonly connection?: { readonly saveData?: boolean };
  readonly serviceWorker?: ServiceWorkerContainer;
};
