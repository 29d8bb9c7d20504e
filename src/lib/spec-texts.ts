/** Texts quoted by the specification, verbatim with misspellings (C30), by screen. No other texts belong here. */
import { bidSentences } from '../../contract/bid-sentences.ts';

export const specTexts = {
  auth: {
    logIn: 'LOG IN',
    /** Followed by a space and the user name (C48). */
    greeting: 'Nice to see you again',
    accept: 'ACCEPT',
    decline: 'DECLINE',
    /** Wording by C50. */
    mustAccept: 'You must accept the Terms and Conditions to visit this site. You will be sent to the login page.',
  },
  home: {
    userCard: 'C.R.U.D. User',
    bidCard: 'Manage Overall Bid',
    /** DEC-01. */
    decoderCard: 'ACARS messages decoder',
    decoderHint: 'Insert message label and text to decode.',
    start: 'START',
  },
  decoder: {
    title: 'ACARS MESSAGE DECODER',
    label: 'Insert Label',
    text: 'Insert Text',
    decode: 'DECODE',
    clear: 'CLEAR',
    /** DEC-03. One click is enough (C63). */
    hint: 'Double click Please',
    results: 'DECODING RESULTS',
    /** Followed by a space and the result (DEC-04). */
    decodedMessage: 'Decoded message:',
  },
  overallBid: {
    update: 'Update Bid',
    card: 'Current and Scheduled Overall Bid',
    history: 'Overall Bid History',
    /** BID-03. */
    columns: ['Bid Value (Glog)', 'Status', 'Start Date', 'Created On', 'Created By'] as const,
    empty: 'No data',
    newBid: 'New Bid (Glog)',
    newStartDate: 'New Bid Start Date',
    submit: 'Submit',
    cancel: 'Cancel',
    /** BID-07: shared with the server. */
    ...bidSentences,
  },
  list: {
    filterOn: 'FILTER ON',
    filterOff: 'FILTER OFF',
    search: 'SEARCH',
    reset: 'RESET',
    showColumns: 'Show columns',
    toggleAll: 'TOGGLE ALL',
    exportToExcel: 'Export to Excel',
    allDisabled: 'Active Only After SEARCH Button Click !',
    /** Followed by a space and the number. */
    page: 'Page',
    exists: 'Exist?',
    /** ADSB-13. */
    empty:
      'There are no data for entered serach term. Please back to previous page or enter new search term in the Filter.',
    /** Station and raw tables, C30. */
    emptyPreviousDay:
      'There are no data for previous day or entered serach term. Please back to previous page or enter new search term in the Filter.',
    /** Raw, ADS-B and per-aircraft lists, C33. */
    incompleteDate: 'Please enter complete date & time or use DatePicker ↑',
    /** Statistics and station tables, C33. */
    incompleteDateNoArrow: 'Please enter complete date & time or use DatePicker',
  },
  /** Text in parentheses in NAV-03 to NAV-06 describes the target and is not part of the label (C104). */
  menu: {
    logIn: 'Log in',
    logOut: 'Log out',
    acarsRaw: 'ACARS raw',
    acarsPerAircraft: 'ACARS per aircraft',
    acarsPerAircraftCustomer: 'ACARS per Aircraft',
    adsb: 'ADSB',
    adsbMessages: 'ADSB messages',
    adsbCompany: 'company ADSB',
    airports: 'Airports',
    aircraft: 'Aircraft',
    airlines: 'Airlines',
    map: 'Map',
    statistics: 'Statistics',
    decoder: 'Decoder',
    administrator: 'Administrator',
  },
  raw: {
    failed: 'Could not read AKRX messages from the server!',
    /** Workbook name without extension (C78). */
    workbook: 'AKRX Messages',
  },
  perAircraft: {
    /** EXT-08. The company list has the text of ADS-B (EXT-07, C31). */
    failed: 'Could not read Acars messages from the server!',
  },
  adsb: {
    /** ADSB-14. */
    failed: 'Could not read Adsb messages from the server!',
    /** Workbook name without extension (ADSB-07). */
    workbook: 'ADSB Messages',
    /** ADSB-04: text of a haeBaroOffset of -9999. */
    notValid: 'not valid',
  },
  users: {
    update: 'UPDATE',
    delete: 'DELETE',
    register: 'REGISTER',
    clear: 'CLEAR',
    cancel: 'CANCEL',
    /** USR-07. */
    empty: 'There are no results for your search. Please reset Your search or enter new search term.',
    failed: 'Could not read users from the server!',
    /** USR-12, followed by a space and the address. */
    created: 'User was created successfully. Confirmation email has been sent to',
  },
  stations: {
    create: 'Create Station',
    update: 'Update Station',
    doNothing: 'Do Nothing',
    /** STN-14. */
    missing: 'N/A',
    idRequired: 'Id is required',
    stationIdRequired: 'Station Id is required',
    stationIdInteger: 'Station Id must be a valid integer.',
    userRequired: 'User is required',
    latitude: 'Latitude must be between -90 and 90.',
    longitude: 'Longitude must be between -180 and 180.',
    feederStartRequired: 'Feeder start date is required',
    locationStartRequired: 'Location start date is required',
    /** STN-20: on update, in place of the feeder's. C69: without a full stop. */
    startRequired: 'Start date is required',
    /** STN-10: followed by the body and a full stop, then the second with status, its text and a full stop. */
    errorMessage: 'Error message:',
    errorStatus: 'Error status:',
    detailsFailed: 'Could not read station details from the server!',
    notAvailable: 'Station data is not available.',
    loadFailed: 'Failed to load station data.',
    /** STN-23: the first before the error, the last before the status. */
    error: 'Error:',
    unknownError: 'Unknown error occurred.',
    status: 'Status:',
    noResponse: 'No response received from the server. Please check your network connection and try again.',
  },
  reference: {
    selectAirline: 'Please select an Airline!',
    aircraftFailed: 'Could not read aircraft from the server!',
    noAircraftOfAirline: 'There is no aircraft for the selected Airline!',
    noAircraft: 'There is no aircraft!',
    airlinesFailed: 'Could not read airlines from the server!',
    airportsFailed: 'Could not read airports from the server!',
    flightsFailed: 'Could not read flights from the server!',
    noFlightsOfAirline: 'There is no flights for the selected Airline!',
    noFlights: 'There is no flights!',
    loading: 'Loading...',
    /** REF-19: between the rows of the page and their last number. */
    moreThan: 'more than',
  },
  map: {
    /** MAP-04, followed by a space and the address. */
    icao: 'ICAO =',
  },
  statistics: {
    results: 'RESULTS',
    polarChart: 'POLAR CHART',
    statisticsTable: 'STATISTICS TABLE',
    stationData: 'STATION DATA',
    addStation: 'Add Station',
    inactive: 'Inactive',
    /** STAT-14. */
    noStations: 'There is no data. Please load the page once again.',
    /** STAT-15: followed by a space and the number, or the dash. */
    activeStations: 'ACTIVE STATIONS NUMBER IN LAST 4 HOURS =',
    noActive: '-',
    /** STAT-04, DEC-04. */
    doubleClick: 'Double click Please',
    /** STAT-10. Variants are appended (C64b). */
    prompt: 'Please insert search parameters to start search',
    promptRanges: 'Please insert search parameters to start search to see directional ranges in Polar Graph',
    promptFeeding: 'Please insert search parameters to start search to see receivers feeding time',
    promptTypes: 'Please insert search parameters to start search to see receivers feeding time per message type',
  },
  stationRecords: {
    /** SST-01. */
    showColumns: 'SHOW COLS.',
    hideColumns: 'HIDE MENU',
    statusFailed: 'Could not read StationStation table from the server!',
    frameSizeFailed: 'Could not read StationStationFrameSize table from the server!',
    /** Workbook names without extension (SST-02, C78). */
    statusWorkbook: 'StationStatus',
    frameSizeWorkbook: 'StationStatusFrameSize',
  },
  confirmEmail: {
    done: 'Your email has been successfully confirmed.',
    login: 'Login',
    error: 'Error',
    notAvailable: 'Service not available',
  },
  unmatched: {
    admin: 'Data not found administrator',
    parser: 'Data not found parser',
    customer: 'Data not found customer',
    companyUser: 'Data not found',
    noRole: 'Please Log In (You cannot access the content because you accidentally logged out)',
  },
} as const;
