package import Glossport
