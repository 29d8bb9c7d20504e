/** Documents of Home Assistant's MQTT discovery: stations and new notices as entities. Own file: a format of another program, and nothing else. */

export type Entity = {
  /** Below the prefix of discovery. */
  readonly topic: string;
  readonly config: Readonly<Record<string, unknown>>;
};
/** `node` = letters, digits, `-` and `_`, the same for each start. `appUrl` = address of the app, without a trailing slash. */
export type Site = {
  readonly node: string;
  readonly statusTopic: string;
  readonly version: string;
  readonly appUrl: string;
};

/** Ids that Home Assistant allows. */
export const nodeOf = (topic: string): string => topic.replaceAll(/[^a-zA-Z0-9_-]/g, '_');

const common = ({ statusTopic, version }: Site) => ({
  availability_topic: statusTopic,
  payload_available: 'online',
  payload_not_available: 'offline',
  origin: { name: 'Downlink', sw_version: version },
});

const server = ({ node, version, appUrl }: Site) => ({
  identifiers: [node],
  name: 'Downlink',
  manufacturer: 'Downlink',
  model: 'Server',
  sw_version: version,
  configuration_url: `${appUrl}/`,
});

/** Whether a station feeds, and its messages of the last hour. `stateTopic` = where its state is. */
export function stationEntities(site: Site, stationId: string, place: string | null, stateTopic: string): Entity[] {
  const { node, appUrl } = site;
  const id = `${node}_station_${stationId}`;
  const shared = {
    ...common(site),
    state_topic: stateTopic,
    device: {
      identifiers: [id],
      name: `Station ${stationId}${place ? ` ${place}` : ''}`,
      manufacturer: 'Downlink',
      model: 'Station',
      via_device: node,
      configuration_url: `${appUrl}/stationStatus?stationId=${encodeURIComponent(stationId)}`,
    },
  };
  return [
    {
      topic: `binary_sensor/${node}/station_${stationId}_connection/config`,
      config: {
        ...shared,
        name: 'Connection',
        unique_id: `${id}_connection`,
        device_class: 'connectivity',
        value_template: `{{ 'ON' if value_json.isFeeding else 'OFF' }}`,
        payload_on: 'ON',
        payload_off: 'OFF',
        json_attributes_topic: stateTopic,
      },
    },
    {
      topic: `sensor/${node}/station_${stationId}_messages/config`,
      config: {
        ...shared,
        name: 'Messages per hour',
        unique_id: `${id}_messages`,
        state_class: 'measurement',
        unit_of_measurement: 'messages/h',
        icon: 'mdi:message-text',
        value_template: '{{ value_json.messagesPerHour }}',
      },
    },
  ];
}

/** The number of new notices, with the newest as its attributes. */
export function noticesEntity(site: Site, stateTopic: string): Entity {
  const { node } = site;
  return {
    topic: `sensor/${node}/notices/config`,
    config: {
      ...common(site),
      name: 'New notices',
      unique_id: `${node}_notices`,
      state_topic: stateTopic,
      state_class: 'measurement',
      unit_of_measurement: 'notices',
      icon: 'mdi:bell',
      value_template: '{{ value_json.new }}',
      json_attributes_topic: stateTopic,
      device: server(site),
    },
  };
}
